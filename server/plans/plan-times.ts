import type { EarlierLimits } from '@eupnea/contract/plans.ts'
import {
  defaultPlan,
  hasSameLimits,
  limitsOf,
  type MonitoringPlan,
  type RateLimits,
} from '@eupnea/contract/rules/plan.ts'
import type { Ctx } from '../platform/context.ts'
import { isBefore } from '../platform/period.ts'
import { planOfRow } from './plan-row.ts'
import { selectPlanSpans } from './plans.sql.ts'

/** What a resident is judged by at an instant (PL-2). */
export interface LimitsThen {
  readonly limits: RateLimits
  /** they are not the facility's, so that a report names them */
  readonly isOwn: boolean
}

export interface PlanTimes {
  limitsAt(resident_id: string, at: Temporal.Instant): LimitsThen
  /** what held before other limits did, in the period, oldest first */
  earlierLimits(resident_id: string): EarlierLimits
}

interface Span {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant | null
  readonly isOwn: boolean
  readonly plan: MonitoringPlan
}

/** Which plan held when, of everyone in a clinic, or of one resident, for instants of the period. */
export async function planTimes(
  ctx: Ctx,
  clinic_id: string,
  period: { readonly since: Temporal.Instant; readonly until: Temporal.Instant },
  resident_id?: string,
): Promise<PlanTimes> {
  const rows = await selectPlanSpans(ctx, clinic_id, period, resident_id)
  const spansOf = Map.groupBy(
    rows.map((row) => ({ ...row, isOwn: row.is_own === true, plan: planOfRow(row) })),
    ({ resident_id }) => resident_id,
  )
  const planAt = (resident: string | null, at: Temporal.Instant) =>
    spansOf.get(resident)?.findLast((span) => isAt(span, at))
  const limitsAt: PlanTimes['limitsAt'] = (resident, at) => {
    const { plan, isOwn } = planAt(resident, at) ?? { plan: defaultPlan, isOwn: false }
    const facilitys = planAt(null, at)?.plan ?? defaultPlan
    return { limits: limitsOf(plan), isOwn: isOwn && !hasSameLimits(plan, facilitys) }
  }
  return {
    limitsAt,
    earlierLimits: (resident) =>
      (spansOf.get(resident) ?? []).flatMap(({ since: until }) => {
        if (!isBefore(period.since, until)) return []
        const { limits } = limitsAt(resident, until.subtract({ nanoseconds: 1 }))
        return hasSameLimits(limits, limitsAt(resident, until).limits) ? [] : { until: until.toString(), limits }
      }),
  }
}

const isAt = ({ since, until }: Span, at: Temporal.Instant): boolean =>
  !isBefore(at, since) && (until === null || isBefore(at, until))
