import { m } from '@eupnea/texts'
import { expect, it } from 'vitest'
import { brokenRules, faultOf } from './field-kinds.ts'
import { leaveForm, leaveRules } from './leaves.fields.ts'
import { clinicPlanForm, planFormRules } from './plans.fields.ts'

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

it('a plan’s form has the bounds of the calls: 3 and 60 a minute, 30 and 900 s, 0 and 30 min [PL-1]', () => {
  const taken = (name: keyof typeof clinicPlanForm, values: readonly number[]) =>
    values.filter((value) => faultOf(clinicPlanForm[name], value) === undefined)
  for (const limit of ['low', 'high', 'extreme_low', 'extreme_high'] as const)
    expect(taken(limit, [2, 2.9, 3, 60, 60.1, 61]), limit).toEqual([3, 60])
  expect(taken('no_breathing_seconds', [29, 30, 900, 901])).toEqual([30, 900])
  expect(taken('out_of_bed_minutes', [-1, 0, 30, 31])).toEqual([0, 30])
})

it('a time left blank asks for a time, on a leave and in a plan [PL-6] [PL-1]', () => {
  for (const field of [leaveForm.from_time, leaveForm.until_time])
    expect(faultOf(field, '')?.message).toBe(m.rule_not_time())
  const plan = { out_of_bed_minutes: 30, out_of_bed_from: null, out_of_bed_until: '06:00' }
  const said = (
    values: typeof plan | { out_of_bed_minutes: null; out_of_bed_from: string; out_of_bed_until: string },
  ) => brokenRules(planFormRules, values, Object.keys(clinicPlanForm)).map(({ field, fault }) => [field, fault.message])
  expect(said(plan)).toEqual([['out_of_bed_from', m.rule_not_time()]])
  expect(said({ out_of_bed_minutes: null, out_of_bed_from: '21:00', out_of_bed_until: '06:00' })).toEqual([
    ['out_of_bed_minutes', m.rule_not_whole()],
  ])
})
