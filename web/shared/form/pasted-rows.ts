/** Lists that somebody pastes or reads from a file: commas, semicolons or tabs between, quotes as in CSV. */

/**
 * The column of each heading, however it is written (`Date of birth` → `date_of_birth`); '' for others.
 * @returns null where the `needed` columns aren't all there: the line is no header
 */
export function headerOf<C extends string>(
  cells: readonly string[],
  columns: readonly C[],
  otherNames: Readonly<Record<string, C>>,
  needed: readonly C[],
): readonly (C | '')[] | null {
  const names = cells.map((cell) => {
    const name = cell.toLowerCase().replaceAll(/[\s-]+/g, '_')
    return columns.find((column) => column === name) ?? otherNames[name] ?? ''
  })
  return needed.every((column) => names.includes(column)) ? names : null
}

/** Rows that hold something, with the line that each begins in. */
export function rowsOf(pasted: string): { number: number; cells: string[] }[] {
  const given = pasted.replace(/^\uFEFF/, '').replaceAll(/\r\n?/g, '\n')
  // Excel's own first line, which is no row.
  const said = /^"?sep=(.)"?(?=\n|$)/i.exec(given)
  const text = said ? given.slice(said[0].length) : given
  const separator = said?.[1] ?? separatorOf(text)
  const rows: { number: number; cells: string[] }[] = []
  let cells: string[] = []
  let cell = ''
  let isQuoted = false
  let number = 1
  let begin = 1
  const endCell = () => {
    cells.push(cell.trim())
    cell = ''
  }
  const endRow = () => {
    endCell()
    while (cells.at(-1) === '') cells.pop()
    if (cells.length > 0) rows.push({ number: begin, cells })
    cells = []
  }
  for (let at = 0; at < text.length; at++) {
    const char = text[at]!
    if (char === '\n') number++
    if (isQuoted) {
      if (char !== '"') cell += char
      else if (text[at + 1] === '"') cell += text[at++]
      else isQuoted = false
    } else if (char === '"' && cell.trim() === '') {
      cell = ''
      isQuoted = true
    } else if (char === separator) endCell()
    else if (char === '\n') {
      endRow()
      begin = number
    } else cell += char
  }
  endRow()
  return rows
}

/** The first line says which one is used. */
function separatorOf(text: string): string {
  const [first = ''] = text.split('\n', 1)
  return ['\t', ';'].find((char) => first.includes(char)) ?? ','
}
