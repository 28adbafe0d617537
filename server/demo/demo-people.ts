/** The invented residents of the demonstration clinic: one per room, in room order. */

export interface DemoResident {
  readonly room: string
  readonly floor: string
  readonly first_name: string
  readonly last_name: string
  readonly gender: 'female' | 'male'
  readonly dob: string
  readonly dateOfAdmission: string
  readonly mrNo: string
}

export const demoFloors = ['1', '2']

const firstFloor = `
  Margaret Ashworth  female 1938-03-14 2024-02-05
  Arthur   Bennett   male   1941-11-02 2025-06-17
  Dorothy  Clarke    female 1935-07-29 2023-09-11
  Harold   Dunn      male   1939-01-08 2024-11-20
  Joyce    Ellery    female 1944-05-21 2026-01-12
  Kenneth  Fairfax   male   1936-10-30 2025-03-03
  Beryl    Goodwin   female 1940-08-17 2024-07-22
  Stanley  Hargreave male   1937-12-05 2023-12-04
  Eileen   Ingram    female 1942-02-26 2025-09-29
  Ronald   Jessop    male   1943-06-13 2026-03-16
  Winifred Kirby     female 1933-04-09 2023-05-30
  Leonard  Lowe      male   1938-09-24 2025-01-27`

const secondFloor = `
  Sylvia   Marsh     female 1945-01-19 2025-10-06
  Norman   Nash      male   1940-03-31 2024-04-15
  Audrey   Oakley    female 1936-06-07 2023-08-21
  Frank    Pemberton male   1942-10-11 2026-05-04
  Hilda    Quinn     female 1934-12-23 2024-09-09
  Ernest   Rowntree  male   1939-05-16 2025-04-28
  Muriel   Sutton    female 1941-07-04 2024-12-02
  Cyril    Thorne    male   1935-11-27 2023-10-16
  Vera     Underhill female 1937-02-12 2025-08-11
  Gordon   Vickers   male   1944-09-01 2026-02-23
  Edna     Wainwright female 1932-08-06 2023-06-19
  Dennis   Yates     male   1943-04-18 2025-12-08`

const peopleOf = (floor: string, table: string): DemoResident[] =>
  table
    .trim()
    .split('\n')
    .map((line, index) => {
      const [first_name, last_name, gender, dob, dateOfAdmission] = line.trim().split(/\s+/) as [
        string,
        string,
        string,
        string,
        string,
      ]
      const room = `${floor}${String(index + 1).padStart(2, '0')}`
      return {
        room,
        floor,
        first_name,
        last_name,
        gender: gender as DemoResident['gender'],
        dob,
        dateOfAdmission,
        mrNo: `MC-${room}`,
      }
    })

export const demoResidents: readonly DemoResident[] = [...peopleOf('1', firstFloor), ...peopleOf('2', secondFloor)]
