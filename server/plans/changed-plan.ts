import type { CallInput } from '@eupnea/contract/call.ts'
import { brokenRules } from '@eupnea/contract/field-kinds.ts'
import { planRules } from '@eupnea/contract/plans.fields.ts'
import type { updateClinicPlan } from '@eupnea/contract/plans.ts'
import type { MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { refusedInput } from '../platform/errors.ts'

type Changes = Pick<CallInput<typeof updateClinicPlan>, keyof MonitoringPlan>

const names = [
  'low',
  'high',
  'extreme_high',
  'extreme_low',
  'no_breathing_seconds',
  'out_of_bed',
  'still_in_bed',
] as const satisfies (keyof MonitoringPlan)[]

/** A plan with some of its values changed; what is left out keeps its value. @throws 422 when its limits are out of order */
export function changedPlan(before: MonitoringPlan, changes: Changes): MonitoringPlan {
  const given = Object.fromEntries(
    names.flatMap((name) => (changes[name] === undefined ? [] : [[name, changes[name]]])),
  ) as Partial<MonitoringPlan>
  const plan = { ...before, ...given }
  const [first, ...others] = brokenRules(planRules, plan, Object.keys(given)).map(({ field, fault }) => ({
    field,
    ...fault,
  }))
  if (first) throw refusedInput([first, ...others])
  // In the order of the contract, so that audit entries and versions read alike.
  return Object.fromEntries(names.map((name) => [name, plan[name]])) as unknown as MonitoringPlan
}
