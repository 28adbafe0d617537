import { defaultPlan, type MonitoringPlan, type OutOfBed } from '@eupnea/contract/rules/plan.ts'

/** Values of a plan as views and tables give them; all null where the product's default holds. */
export interface PlanColumns {
  readonly low: number | null
  readonly high: number | null
  readonly extreme_high: number | null
  readonly extreme_low: number | null
  readonly no_breathing_seconds: number | null
  readonly out_of_bed: unknown
  readonly still_in_bed: string | null
}

/** The plan of a row, such as one of `plans_in_force`; without values it is the product's default. */
export function planOfRow(row: PlanColumns): MonitoringPlan {
  const { low, high, extreme_high, no_breathing_seconds } = row
  if (low === null || high === null || extreme_high === null || no_breathing_seconds === null) return defaultPlan
  return {
    low,
    high,
    extreme_high,
    extreme_low: row.extreme_low,
    no_breathing_seconds,
    out_of_bed: row.out_of_bed as OutOfBed | null,
    still_in_bed: row.still_in_bed,
  }
}
