import { bedFieldsOf } from '@eupnea/contract/plans.fields.ts'
import type { Plan } from '@eupnea/contract/plans.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** A plan on a form and in words. */

/** As a record of flat fields. */
export const recordOf = ({ out_of_bed, reason, review_on, ...plan }: Plan) => ({
  ...plan,
  ...bedFieldsOf(out_of_bed),
  reason,
  review_on,
})
type PlanRecord = ReturnType<typeof recordOf>

type BedField = keyof ReturnType<typeof bedFieldsOf>
type Changes = { readonly [K in keyof PlanRecord]?: PlanRecord[K] | undefined }

/** What is sent of a form's changes: its three fields about the bed are one object. */
export function changesOf(record: PlanRecord, changes: Changes) {
  const { out_of_bed_minutes, out_of_bed_from, out_of_bed_until, ...rest } = changes
  const isBed = Object.keys(changes).some((name) => (name as BedField).startsWith('out_of_bed_'))
  if (!isBed) return rest
  const { out_of_bed_minutes: minutes, out_of_bed_from: from, out_of_bed_until: until } = { ...record, ...changes }
  return { ...rest, out_of_bed: minutes === null || !from || !until ? null : { minutes, from, until } }
}

/** `Extremely low 8, low 12, high 22, extremely high 30` */
export function limitsText({ low, high, extreme_high, extreme_low }: RateLimits): string {
  const said = { low: numberText(low), high: numberText(high), extreme_high: numberText(extreme_high) }
  return extreme_low === null
    ? m.plan_version_limits(said)
    : m.plan_version_limits_low({ ...said, extreme_low: numberText(extreme_low) })
}
