import { deviceFields } from '@eupnea/contract/devices.fields.ts'
import { cleanText, type Field, faultOf } from '@eupnea/contract/field-kinds.ts'
import { m } from '@eupnea/texts'
import { headerOf, rowsOf } from '../shared/form/pasted-rows.ts'

/** Devices as a person pastes them or a file lists them, each line checked before anything is sent (DE-2). */

export interface GivenLine {
  /** in the text, from 1 */
  readonly number: number
  readonly device_uid: string
  readonly name: string
  readonly tz: string
  readonly topic_prefix: string
  /** what is wrong with it; empty: nothing */
  readonly fault: string
}

const columns = ['device_uid', 'name', 'tz', 'topic_prefix'] as const
type Column = (typeof columns)[number]

const otherNames: Record<string, Column> = {
  uid: 'device_uid',
  identifier: 'device_uid',
  serial: 'device_uid',
  device_name: 'name',
  timezone: 'tz',
  time_zone: 'tz',
  zone: 'tz',
  prefix: 'topic_prefix',
}

/**
 * Lines of `identifier, name, time zone, topic prefix`; all but the first may be left out. A header may name the
 * columns in another order. Commas, semicolons or tabs between; quotes as in CSV.
 */
export function parseLines(text: string): GivenLine[] {
  const rows = rowsOf(text)
  const header = headerOf(rows[0]?.cells ?? [], columns, otherNames, ['device_uid'])
  const order = header ?? columns
  const seen = new Map<string, number>()
  return rows.slice(header ? 1 : 0).map(({ number, cells }) => {
    const of = (column: Column) => cells[order.indexOf(column)] ?? ''
    const line = {
      number,
      device_uid: of('device_uid'),
      name: of('name'),
      tz: of('tz'),
      topic_prefix: of('topic_prefix'),
    }
    const fault = cells.length > order.length ? m.device_line_too_many_columns() : lineFault(line, seen)
    if (!seen.has(line.device_uid)) seen.set(line.device_uid, number)
    return { ...line, fault }
  })
}

const rules: { readonly [C in Column]: Field } = {
  device_uid: { ...deviceFields.device_uid, isRequired: true },
  name: deviceFields.name,
  tz: deviceFields.tz,
  topic_prefix: deviceFields.topic_prefix,
}

/** What names the column or the value, for no field stands beside it. */
const lineWords: Readonly<Record<string, (value: string) => string>> = {
  'device_uid too_long': () => m.device_line_uid_too_long({ max: deviceFields.device_uid.max }),
  'name too_long': () => m.device_line_name_too_long({ max: deviceFields.name.max }),
  'tz not_zone': (zone) => m.device_line_zone_unknown({ zone }),
}

function lineFault(line: Omit<GivenLine, 'fault'>, seen: ReadonlyMap<string, number>): string {
  const before = seen.get(line.device_uid)
  for (const column of columns) {
    const value = line[column]
    const fault = faultOf(rules[column], cleanText(rules[column], value))
    if (fault) return lineWords[`${column} ${fault.code}`]?.(value) ?? fault.message
    if (column === 'device_uid' && before !== undefined) return m.device_line_uid_twice({ line: before })
  }
  return ''
}
