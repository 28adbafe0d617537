import type { readUsage as declaration } from '@eupnea/contract/analytics.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectUsage } from './analytics.sql.ts'

const usualDays = 30
const mostDays = 400

/** Page views and events per day (UTC), page and role; by default the last 30 days (AP-4). @throws 422 field `from` */
export const readUsage: Verb<typeof declaration> = async ({ ctx, input }) => {
  const dayOf = (instant: Temporal.Instant) => instant.toZonedDateTimeISO('UTC').toPlainDate()
  const until = dayOf(input.until === undefined ? Temporal.Now.instant() : Temporal.Instant.from(input.until))
  const from =
    input.from === undefined ? until.subtract({ days: usualDays - 1 }) : dayOf(Temporal.Instant.from(input.from))
  const days = from.until(until, { largestUnit: 'day' }).days + 1
  if (days < 1) throw refused('from', m.common_period_reversed())
  if (days > mostDays) throw refused('from', m.usage_period_too_long({ days: mostDays }))
  if (Temporal.PlainDate.compare(until, firstDay) < 0) return { items: [] }
  return { items: await selectUsage(ctx, from, until) }
}
