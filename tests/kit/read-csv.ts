/**
 * Reads CSV strictly by RFC 4180, independently of the writer: CRLF after every record, quotes only around whole fields
 * and doubled inside, the same number of fields in each record.
 * @throws Error with the position of the first error
 */
export function readCsv(text: string): Record<string, string>[] {
  const bom = '\uFEFF'
  if (!text.startsWith(bom)) throw new Error('No byte order mark')
  const records: string[][] = []
  let record: string[] = []
  let at = bom.length
  const fail = (what: string) => new Error(`${what} at ${at}: ${JSON.stringify(text.slice(at, at + 40))}`)
  while (at < text.length) {
    let field = ''
    if (text[at] === '"') {
      for (at++; ; at++) {
        if (at >= text.length) throw fail('A quote without end')
        if (text[at] !== '"') field += text[at]
        else if (text[at + 1] === '"') field += text[at++]
        else break
      }
      at++
    } else {
      const end = /[",\r\n]/.exec(text.slice(at, at + 100_000))
      if (!end) throw fail('No end of a record')
      field = text.slice(at, at + end.index)
      at += end.index
    }
    record.push(field)
    if (text[at] === ',') at++
    else if (text.startsWith('\r\n', at)) {
      at += 2
      records.push(record)
      record = []
    } else throw fail('Neither comma nor CRLF')
  }
  if (record.length > 0) throw fail('No end of the last record')
  const [names = [], ...rows] = records
  return rows.map((row, index) => {
    if (row.length !== names.length) throw new Error(`Record ${index + 1} has ${row.length} fields of ${names.length}`)
    return Object.fromEntries(row.map((field, column) => [names[column]!, field]))
  })
}
