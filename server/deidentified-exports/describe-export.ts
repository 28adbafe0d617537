import { fewResidents } from '@eupnea/contract/deidentified-exports.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'
import { writeParquet } from '../live/archive/index.ts'
import type { ExportRow, selectDisguised } from './deidentified-exports.sql.ts'
import { ageBand } from './disguise.ts'

/** The residents of an export and its data dictionary (AR-4). */

type Resident = Awaited<ReturnType<typeof selectDisguised>>[number]
type Column = readonly [name: string, type: string, unit: () => string, about: () => string]

const none = () => '–'
const rate = m.deidentified_export_unit_rate
const metre = m.deidentified_export_unit_metre
const resident: Column = ['resident', 'string', none, m.deidentified_export_resident]

const files: readonly { readonly name: string; readonly about: () => string; readonly columns: readonly Column[] }[] = [
  {
    name: 'residents.parquet',
    about: m.deidentified_export_residents_file,
    columns: [
      resident,
      ['age_band', 'string?', m.deidentified_export_unit_years, m.deidentified_export_age_band],
      ['sex', 'string?', none, m.deidentified_export_sex],
    ],
  },
  {
    name: 'readings/RESIDENT/DAY.parquet',
    about: m.deidentified_export_readings_file,
    columns: [
      resident,
      ['ts', 'timestamp', m.deidentified_export_unit_clock, m.deidentified_export_reading_ts],
      ['rr', 'float?', rate, m.deidentified_export_rr],
      ['dist', 'float?', metre, m.deidentified_export_dist],
      ['is_dist_absent', 'boolean?', none, m.deidentified_export_is_dist_absent],
      ['is_moving', 'boolean?', none, m.deidentified_export_is_moving],
    ],
  },
  {
    name: 'minutes/RESIDENT/DAY.parquet',
    about: m.deidentified_export_minutes_file,
    columns: [
      resident,
      ['ts', 'timestamp', m.deidentified_export_unit_clock, m.deidentified_export_minute_ts],
      ['n', 'int32', m.deidentified_export_unit_readings, m.deidentified_export_n],
      ['n_rr', 'int32', m.deidentified_export_unit_readings, m.deidentified_export_n_rr],
      ['sum_rr', 'double', rate, m.deidentified_export_sum_rr],
      ['min_rr', 'float?', rate, m.deidentified_export_min_rr],
      ['max_rr', 'float?', rate, m.deidentified_export_max_rr],
      ['n_dist', 'int32', m.deidentified_export_unit_readings, m.deidentified_export_n_dist],
      ['sum_dist', 'double', metre, m.deidentified_export_sum_dist],
      ['n_presence', 'int32', m.deidentified_export_unit_readings, m.deidentified_export_n_presence],
    ],
  },
]

/** Name and content of each file. */
export function describeExport(
  { first_day, unreadable }: Pick<ExportRow, 'first_day' | 'unreadable'>,
  residents: readonly Resident[],
): [name: string, content: Uint8Array][] {
  const notes = [
    m.deidentified_export_about_names(),
    m.deidentified_export_about_dates(),
    m.deidentified_export_about_use(),
    ...(residents.length < fewResidents ? [m.deidentified_export_few({ count: numberText(fewResidents) })] : []),
    ...(unreadable > 0 ? [m.deidentified_export_unreadable({ count: unreadable })] : []),
  ]
  const dictionary = {
    format: 'parquet',
    residents: residents.length,
    notes,
    files: files.map(({ name, about, columns }) => ({
      ...{ name, description: about() },
      columns: columns.map(([column, type, unit, of]) => ({
        ...{ name: column, type: type.replace('?', ''), nullable: type.endsWith('?') },
        ...{ unit: unit === none ? null : unit(), description: of() },
      })),
    })),
  }
  return [
    ['README.md', Buffer.from(readme(residents.length, notes))],
    ['dictionary.json', Buffer.from(`${JSON.stringify(dictionary, null, 2)}\n`)],
    ['residents.parquet', residentsFile(first_day, residents)],
  ]
}

function readme(count: number, notes: readonly string[]): string {
  const head = [
    m.deidentified_export_column(),
    m.deidentified_export_type(),
    m.deidentified_export_unit(),
    m.deidentified_export_meaning(),
  ]
  const tables = files.flatMap(({ name, about, columns }) => [
    `## ${name}`,
    about(),
    [
      `| ${head.join(' | ')} |`,
      '|---|---|---|---|',
      ...columns.map(([column, type, unit, of]) => `| \`${column}\` | ${type} | ${unit()} | ${of()} |`),
    ].join('\n'),
  ])
  const title = `# ${m.deidentified_export_readme_title()}`
  return `${[title, m.deidentified_export_readme_residents({ count }), ...notes, m.deidentified_export_nullable(), ...tables].join('\n\n')}\n`
}

const residentsFile = (firstDay: string, residents: readonly Resident[]): Uint8Array =>
  writeParquet([
    { name: 'resident', type: 'STRING', nullable: false, data: residents.map(({ pseudonym }) => pseudonym) },
    { name: 'age_band', type: 'STRING', data: residents.map(({ dob }) => ageBand(dob, firstDay)) },
    { name: 'sex', type: 'STRING', data: residents.map(({ gender }) => gender) },
  ])
