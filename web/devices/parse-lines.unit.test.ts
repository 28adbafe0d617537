import { m } from '@eupnea/texts'
import { describe, expect, it } from 'vitest'
import { keysCsv } from './keys-csv.ts'
import { parseLines } from './parse-lines.ts'

const plain = { name: '', tz: '', topic_prefix: '', fault: '' }

describe('parseLines', () => {
  it('takes identifiers alone, and names, zones and prefixes after them [DE-2]', () => {
    expect(parseLines('SN 1\n\nSN 2, Window ,Europe/London,home/bed\r\n')).toEqual([
      { ...plain, number: 1, device_uid: 'SN 1' },
      { number: 3, device_uid: 'SN 2', name: 'Window', tz: 'Europe/London', topic_prefix: 'home/bed', fault: '' },
    ])
  })

  it('takes semicolons and tabs, quotes, and a header in another order [DE-2]', () => {
    expect(parseLines('Name;UID\n"Bed ""4""; left";A1')).toEqual([
      { ...plain, number: 2, device_uid: 'A1', name: 'Bed "4"; left' },
    ])
    expect(parseLines('\uFEFFA1\tFenster').map(({ name }) => name)).toEqual(['Fenster'])
    expect(parseLines('A1,"two\nlines"\nA2').map(({ number }) => number)).toEqual([1, 3])
  })

  it.each([
    [',Window', m.device_uid_missing()],
    ['A\nA', m.device_line_uid_twice({ line: 1 })],
    ['A,,Mars/Olympus', m.device_line_zone_unknown({ zone: 'Mars/Olympus' })],
    ['A,,,devices/x', m.device_topic_prefix_reserved()],
    ['A,,,home/+/bed', m.device_topic_prefix_invalid()],
    ['A,,,home/', m.device_topic_prefix_invalid()],
    [`A,${'x'.repeat(101)}`, m.device_line_name_too_long({ max: 100 })],
    ['x'.repeat(65), m.device_line_uid_too_long({ max: 64 })],
    ['A,b,UTC,c,d', m.device_line_too_many_columns()],
  ])('says what is wrong with %j [DE-2]', (text, fault) => {
    expect(parseLines(text).at(-1)?.fault).toBe(fault)
  })

  it('has nothing of nothing [DE-2]', () => {
    expect(parseLines(' \n\n')).toEqual([])
  })
})

it('writes keys as CSV that a spreadsheet takes as text [DE-8]', () => {
  const key = { username: 'id-1', password: 'p"w' }
  expect(keysCsv([{ device_uid: '=1+1', name: 'Bed, left', key }])).toBe(
    'device_uid,name,username,password\r\n"\'=1+1","Bed, left","id-1","p""w"\r\n',
  )
})
