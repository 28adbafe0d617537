import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { parseResidents, unreadColumns } from './parse-residents.ts'

const floors = ['1', '2']
const faults = (text: string) => parseResidents(text, floors).map(({ number, fault }) => [number, fault])

it('reads lines in the usual order, by whatever stands between, quotes as in CSV [EA-4]', () => {
  const text = 'Ada,Byron,104,1,SN-1\n\nZoë;Adams'
  expect(parseResidents(text.replace('Zoë;', 'Zoë,'), floors)).toMatchObject([
    { number: 1, name: 'Ada Byron', fault: '', values: { room: '104', floor: '1', device_uid: 'SN-1' } },
    { number: 3, name: 'Zoë Adams', values: { first_name: 'Zoë', last_name: 'Adams' } },
  ])
  expect(parseResidents('"Ada, Countess"\tByron\t104', floors)[0]?.values.first_name).toBe('Ada, Countess')
})

it('reads the columns that a header names, in its order, and leaves out others [EA-4]', () => {
  const [line] = parseResidents(
    '\uFEFFSurname;First name;Diet;Sensor ID;Date of birth\nByron;Ada;soft;SN-1;1935-12-10',
    floors,
  )
  expect(line?.values).toEqual({ last_name: 'Byron', first_name: 'Ada', device_uid: 'SN-1', dob: '1935-12-10' })
})

it('reads what lists call a room and a record number, and floors however they are capitalized [EA-4]', () => {
  const [line] = parseResidents('Last name,First name,Room number,MRN,Floor\nByron,Ada,104,MC-1,ground', [
    'Ground',
    'First',
  ])
  expect(line).toMatchObject({ values: { room: '104', mrNo: 'MC-1', floor: 'Ground' }, fault: '' })
  // A facility may have both.
  expect(parseResidents('Ada,Byron,1,a', ['A', 'a'])[0]?.values.floor).toBe('a')
})

it('ends lines as Windows and the Mac do too [EA-4]', () => {
  for (const end of ['\n', '\r\n', '\r'])
    expect(faults(['First name,Last name', '"Ada, Countess",Byron', ' ,Adams'].join(end))).toEqual([
      [2, ''],
      [3, m.resident_line_names_missing()],
    ])
})

it('reads the separator from a first line of Excel’s, which is no row [EA-4]', () => {
  expect(parseResidents('sep=;\nFirst name;Last name\nAda;Byron, Lady', floors)).toMatchObject([
    { number: 3, values: { first_name: 'Ada', last_name: 'Byron, Lady' } },
  ])
})

it('says which columns of a header it leaves out [EA-4]', () => {
  expect(unreadColumns('Surname;First name;Diet;;Bed no\nByron;Ada;soft;;4')).toEqual(['Diet', 'Bed no'])
  expect(unreadColumns('Surname;First name\nByron;Ada')).toEqual([])
  expect(unreadColumns('Ada,Byron,104')).toEqual([])
})

it('names what is wrong with each line [EA-4]', () => {
  expect(faults('Ada\nAda,Byron,1,9\nAda,Byron,1,1,SN-1\nBo,Lee,2,1,SN-1\nCy,Fox,3,1,,10/12/1935\nDi,Orr,4')).toEqual([
    [1, m.resident_line_names_missing()],
    [2, m.resident_line_floor_unknown({ floor: '9', floors: floors.join(', ') })],
    [3, ''],
    [4, m.resident_line_sensor_twice({ line: 3 })],
    [5, expect.stringContaining('Date of birth')],
    [6, ''],
  ])
  expect(faults('a,b,c,1,e,,g,h,i')).toEqual([[1, m.resident_line_too_many_columns()]])
  // A facility without floors takes any.
  expect(parseResidents('Ada,Byron,1,9', [])[0]?.fault).toBe('')
})
