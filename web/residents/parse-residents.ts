import { cleanText, type Field, faultOf } from '@eupnea/contract/field-kinds.ts'
import { newResidentFields } from '@eupnea/contract/residents.fields.ts'
import { m } from '@eupnea/texts'
import { headerOf, rowsOf } from '../shared/form/pasted-rows.ts'

/** Residents as a person pastes them or a file lists them, each line checked before anything is sent (EA-4). */

const columns = ['first_name', 'last_name', 'room', 'floor', 'device_uid', 'dob', 'preferred_name', 'mrNo'] as const
type Column = (typeof columns)[number]
type Values = { readonly [C in Column]?: string }

export interface ResidentLine {
  /** in the text, from 1 */
  readonly number: number
  readonly name: string
  /** to send; columns that are empty are left out */
  readonly values: Values
  /** what is wrong with it; empty: nothing */
  readonly fault: string
}

const needed = ['first_name', 'last_name'] as const
const otherNames: Readonly<Record<string, Column>> = {
  firstname: 'first_name',
  given_name: 'first_name',
  lastname: 'last_name',
  surname: 'last_name',
  family_name: 'last_name',
  sensor: 'device_uid',
  sensor_id: 'device_uid',
  serial: 'device_uid',
  date_of_birth: 'dob',
  birth_date: 'dob',
  room_number: 'room',
  room_no: 'room',
  'room_no.': 'room',
  mrn: 'mrNo',
  'record_no.': 'mrNo',
  record_no: 'mrNo',
  mrno: 'mrNo',
}

/** Lines of first name, last name, room, floor, sensor ID, date of birth; a header may name the columns otherwise. */
export function parseResidents(text: string, floors: readonly string[]): ResidentLine[] {
  const rows = rowsOf(text)
  const header = headerOf(rows[0]?.cells ?? [], columns, otherNames, needed)
  const order = header ?? columns
  const sensors = new Map<string, number>()
  return rows.slice(header ? 1 : 0).map(({ number, cells }) => {
    const given: Values = Object.fromEntries(
      order.flatMap((column, index) => (column && cells[index] ? [[column, cells[index]]] : [])),
    )
    const floor = given.floor && floorNamed(given.floor, floors)
    const values = floor ? { ...given, floor } : given
    const isTooLong = cells.length > order.length
    const fault = isTooLong ? m.resident_line_too_many_columns() : lineFault(values, floors, sensors)
    const { device_uid } = values
    if (device_uid && !sensors.has(device_uid)) sensors.set(device_uid, number)
    return { number, name: [values.first_name, values.last_name].filter(Boolean).join(' '), values, fault }
  })
}

/** Headings of columns that aren't read: a misspelt one would go unnoticed. */
export function unreadColumns(text: string): string[] {
  const [first] = rowsOf(text)
  const header = headerOf(first?.cells ?? [], columns, otherNames, needed)
  return header ? (first?.cells ?? []).filter((cell, index) => cell && !header[index]) : []
}

/** Lists often write `ground` for `Ground`. */
const floorNamed = (given: string, floors: readonly string[]): string =>
  floors.includes(given) ? given : (floors.find((floor) => floor.toLowerCase() === given.toLowerCase()) ?? given)

function lineFault(values: Values, floors: readonly string[], sensors: ReadonlyMap<string, number>): string {
  if (!values.first_name || !values.last_name) return m.resident_line_names_missing()
  for (const column of columns) {
    const field: Field = newResidentFields[column]
    const given = values[column]
    const fault = given && faultOf(field, cleanText(field, given))
    if (fault) return m.resident_line_column({ column: field.label?.() ?? column, fault: fault.message })
  }
  const { floor, device_uid } = values
  if (floor && floors.length > 0 && !floors.includes(floor))
    return m.resident_line_floor_unknown({ floor, floors: floors.join(', ') })
  const line = device_uid && sensors.get(device_uid)
  return line ? m.resident_line_sensor_twice({ line }) : ''
}
