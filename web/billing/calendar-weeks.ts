import type { BillingDay } from '@eupnea/contract/billing.ts'

const dayMs = 24 * 3_600_000

/** Calendar days in weeks from Monday; null for days of a week outside the period. */
export function calendarWeeks(days: readonly BillingDay[]): (BillingDay | null)[][] {
  const [first] = days
  if (!first) return []
  const before = (new Date(Date.parse(first.date)).getUTCDay() + 6) % 7
  const cells: (BillingDay | null)[] = [...new Array<null>(before).fill(null), ...days]
  while (cells.length % 7 > 0) cells.push(null)
  return Array.from({ length: cells.length / 7 }, (_, week) => cells.slice(week * 7, week * 7 + 7))
}

/** The month `by` months away: `2026-12` and 1 give `2027-01`. */
export function monthLater(month: string, by: number): string {
  const [year = 0, number = 1] = month.split('-').map(Number)
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7)
}

/** The day that many days away, YYYY-MM-DD. */
export const dayLater = (date: string, by: number): string =>
  new Date(Date.parse(date) + by * dayMs).toISOString().slice(0, 10)
