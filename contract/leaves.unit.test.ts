import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { brokenRules } from './field-kinds.ts'
import { leaveRules } from './leaves.fields.ts'

const from = { from_day: '2026-11-28', from_time: '14:00' }

it('a leave that ends before it begins is refused beside its end, once both are typed [PL-6]', () => {
  const faults = (until_day: string, until_time: string) =>
    brokenRules(leaveRules, { ...from, until_day, until_time }, ['until_time']).map(({ field, fault }) => [
      field,
      fault.message,
    ])
  const backwards = [['until_time', m.leave_backwards()]]
  expect(faults('2026-11-28', '14:00')).toEqual(backwards)
  expect(faults('2026-11-27', '18:00')).toEqual(backwards)
  expect(faults('2026-11-28', '')).toEqual([])
  expect(faults('2026-11-29', '09:00')).toEqual([])
})
