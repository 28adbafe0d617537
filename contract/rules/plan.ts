/** The monitoring plan: what a resident is judged by (PL-1, PL-2, WA-3). No limit is a constant anywhere else. */

/** Breaths per minute. */
export interface RateLimits {
  /** at or below: low */
  readonly low: number
  /** at or above: high */
  readonly high: number
  /** above: extremely high */
  readonly extreme_high: number
  /** at or below: extremely low; null: low at worst, as the specification has it */
  readonly extreme_low: number | null
}

export interface MonitoringPlan extends RateLimits {
  /** seconds without a breathing signal after which staff are notified (WA-2), 30 to 900 */
  readonly no_breathing_seconds: number
  /** minutes (0 to 30) out of bed, within hours of the facility's zone, after which staff are notified (WA-11) */
  readonly out_of_bed: OutOfBed | null
  /** HH:MM of the facility's zone after which somebody still in bed is notified (WA-11) */
  readonly still_in_bed: string | null
}

export interface OutOfBed {
  readonly minutes: number
  /** HH:MM; `until` before `from` is on the next day */
  readonly from: string
  readonly until: string
}

/** Of a facility that has set none: the specification's limits (section 9) and NEWS2's lowest step. */
export const defaultPlan: MonitoringPlan = {
  low: 12,
  high: 22,
  extreme_high: 30,
  extreme_low: 8,
  no_breathing_seconds: 120,
  out_of_bed: null,
  still_in_bed: null,
}

/** What held before a change, up to and including `until`, ms since the epoch. */
export interface EarlierPlan {
  readonly plan: MonitoringPlan
  readonly until: number
}

/** A plan and those that it has replaced, oldest first. */
export interface PlanHistory {
  readonly plan: MonitoringPlan
  readonly earlierPlans: readonly EarlierPlan[]
}

/** What an instant, or a window that ends at it, is judged by (PL-3). */
export const planAt = ({ plan, earlierPlans }: PlanHistory, ms: number): MonitoringPlan =>
  earlierPlans.length === 0 ? plan : (earlierPlans.find(({ until }) => ms <= until)?.plan ?? plan)

/** A plan's limits alone, for what is sent to screens. */
export const limitsOf = ({ low, high, extreme_high, extreme_low }: RateLimits): RateLimits => ({
  low,
  high,
  extreme_high,
  extreme_low,
})

export const hasSameLimits = (one: RateLimits, other: RateLimits): boolean =>
  one.low === other.low &&
  one.high === other.high &&
  one.extreme_high === other.extreme_high &&
  one.extreme_low === other.extreme_low
