import { longestBillingDays } from '@eupnea/contract/billing.ts'
import { billingPeriodDays } from '@eupnea/contract/rules/billing-code.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { refused } from '../platform/errors.ts'
import { type LocalDay, localDays } from '../platform/local-days.ts'

export interface BillingPeriod {
  /** days of the clinic, oldest first */
  readonly days: readonly LocalDay[]
  readonly timezone: string
}

export interface GivenPeriod {
  /** YYYY-MM */
  readonly month?: string | undefined
  /** YYYY-MM-DD, both in the period */
  readonly start?: string | undefined
  readonly end?: string | undefined
}

const dayLimit = Temporal.PlainDate.from('9000-01-01')

/**
 * The requested period, in days of the clinic.
 * @throws 422 when it is empty, longer than 92 days, or outside the possible range
 */
export function billingPeriod({ month, start, end }: GivenPeriod, timezone: string): BillingPeriod {
  if (month !== undefined && (start !== undefined || end !== undefined))
    throw refused('month', m.billing_period_unclear())
  const [first, last] = month === undefined ? daysFrom(start, end, timezone) : daysOfMonth(month)
  const count = first.until(last).days + 1
  const field = month !== undefined ? 'month' : start !== undefined ? 'start' : 'end'
  if (count < 1) throw refused(field, m.common_period_reversed())
  if (count > longestBillingDays) throw refused(field, m.billing_period_too_long({ days: longestBillingDays }))
  const { compare } = Temporal.PlainDate
  if (compare(first, firstDay) < 0 || compare(last, dayLimit) > 0) throw refused(field, m.billing_period_empty())
  return { days: localDays(first, count, timezone), timezone }
}

function daysOfMonth(month: string) {
  const first = Temporal.PlainYearMonth.from(month).toPlainDate({ day: 1 })
  return [first, first.add({ months: 1 }).subtract({ days: 1 })] as const
}

function daysFrom(start: string | undefined, end: string | undefined, timezone: string) {
  const rest = { days: billingPeriodDays - 1 }
  const from = start === undefined ? undefined : Temporal.PlainDate.from(start)
  if (from && end === undefined) return [from, from.add(rest)] as const
  const until = end === undefined ? Temporal.Now.plainDateISO(timezone) : Temporal.PlainDate.from(end)
  return [from ?? until.subtract(rest), until] as const
}

/** The current month in a zone, YYYY-MM. */
export const presentMonth = (timezone: string): string =>
  Temporal.Now.plainDateISO(timezone).toPlainYearMonth().toString()

/** The period in the form of the calls' answers. */
export const periodAnswer = ({ days, timezone }: BillingPeriod) => ({
  start: days[0]!.date,
  end: days.at(-1)!.date,
  totalDays: days.length,
  timezone,
})
