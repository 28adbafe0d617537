import { defaultPlan, type EarlierPlan, type MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { type PlanColumns, planOfRow } from './plan-row.ts'

/** A row of `plan_versions`, of a resident or of their facility. */
export interface PlanVersion extends PlanColumns {
  readonly is_own: boolean
  /** the resident goes by the facility's again */
  readonly is_default: boolean
  /** ms since the epoch */
  readonly since: number
}

/** What a resident was judged by before the plan in force, oldest first. @param versions in the order of `since` */
export function earlierPlansOf(versions: readonly PlanVersion[], from: number): EarlierPlan[] {
  const earlier: EarlierPlan[] = []
  let own: MonitoringPlan | null = null
  let facilitys: MonitoringPlan = defaultPlan
  for (const version of versions) {
    const before: MonitoringPlan = own ?? facilitys
    if (!version.is_own) facilitys = planOfRow(version)
    else own = version.is_default ? null : planOfRow(version)
    const isOther = JSON.stringify(own ?? facilitys) !== JSON.stringify(before)
    if (isOther && version.since > from) earlier.push({ plan: before, until: version.since })
  }
  return earlier
}
