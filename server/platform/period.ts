/** Instants compared, and the time between two of them. */

/** [since, until) */
export interface Period {
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

type Instant = Temporal.Instant

/** By their nanoseconds: comparing the instants themselves takes three times as long, and a report compares thousands. */
export const isBefore = (a: Instant, b: Instant): boolean => a.epochNanoseconds < b.epochNanoseconds
export const later = (a: Instant, b: Instant): Instant => (isBefore(a, b) ? b : a)
export const earlier = (a: Instant, b: Instant): Instant => (isBefore(a, b) ? a : b)

export const overlap = (one: Period, other: Period): boolean =>
  isBefore(one.since, other.until) && isBefore(other.since, one.until)
