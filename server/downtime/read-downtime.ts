import type { CallInput } from '@eupnea/contract/call.ts'
import { type readDowntime as declaration, usualDowntimeDays } from '@eupnea/contract/downtime.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { refused } from '../platform/errors.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import { earlier, later } from '../platform/period.ts'
import type { Verb } from '../platform/route.ts'
import { type ClinicPeriod, selectDowntime, selectMonitoredShare } from './downtime.sql.ts'

/** When which bed of a facility was not watched, and why (WA-10). @throws 404, 422 for an end before the start */
export const readDowntime: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { clinic_id, page } = input
  const { tz } = await clinicOf(ctx, clinic_id)
  const period = periodOf(input, tz)
  const { rows, ...total } = await selectDowntime(ctx, period, pageOf(input))
  await recordAudit(ctx, { act: 'downtime.list', clinic_id, detail: { page, shown: rows.length } })
  return {
    items: rows.map(({ since, until, resident_id, device_id, ...row }) => ({
      device_id,
      patient_id: resident_id,
      cause: row.cause,
      from: since.toString(),
      until: until.toString(),
      is_ongoing: row.is_ongoing,
      date: row.date,
      seconds: row.seconds,
      room: row.room,
      first_name: row.first_name,
      last_name: row.last_name,
    })),
    monitored_share: await selectMonitoredShare(ctx, period),
    pagination: paginationOf(input, total),
  }
}

const firstInstant = Temporal.Instant.from(`${firstDay}T00:00:00Z`)
const clamp = (at: Temporal.Instant, now: Temporal.Instant): Temporal.Instant => earlier(later(at, firstInstant), now)

function periodOf({ clinic_id, from, until: asked }: CallInput<typeof declaration>, tz: string): ClinicPeriod {
  const now = Temporal.Now.instant()
  // Backwards, everybody would seem to have been watched.
  if (from && asked && Temporal.Instant.compare(from, asked) >= 0) throw refused('until', m.common_period_reversed())
  const until = asked ? clamp(Temporal.Instant.from(asked), now) : now
  const since = from ? Temporal.Instant.from(from) : until.subtract({ hours: usualDowntimeDays * 24 })
  return { clinic_id, tz, since: clamp(since, now), until }
}
