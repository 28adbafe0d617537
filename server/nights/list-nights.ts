import type { CallInput } from '@eupnea/contract/call.ts'
import { longestShiftHours } from '@eupnea/contract/handover.ts'
import type { listNights as declaration } from '@eupnea/contract/nights.ts'
import { oneFloor } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { hoursOf, type NightSpan, newestNight, nightOf } from './night-answer.ts'
import { selectResidentsOfNight } from './nights.sql.ts'
import { nightsOf } from './nights-of.ts'

type Input = CallInput<typeof declaration>
/** One night of a facility's residents, or of a floor's, by room (VI-1). @throws 404, 422 for impossible hours */
export const listNights: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id, tz } = await clinicOf(ctx, input.clinic_id)
  const span = spanOf(input, tz)
  const residents = await selectResidentsOfNight(ctx, clinic_id, oneFloor(input.floor))
  const items = await nightsOf(ctx, residents, span)
  const date = span.day.toString()
  const { floor, from, until } = input
  await recordAuditOncePer(ctx, 60, { act: 'night.list', clinic_id, detail: { floor, date, from, until } })
  return { tz, date, items }
}

function spanOf({ date, from, until }: Input, tz: string): NightSpan {
  if (date !== undefined && (from ?? until) !== undefined) throw refused('date', m.night_date_or_hours())
  if (from === undefined && until === undefined)
    return nightOf(date ? Temporal.PlainDate.from(date) : newestNight(tz, Temporal.Now.instant()), tz)
  if (from === undefined || until === undefined)
    throw refused(from === undefined ? 'from' : 'until', m.handover_times_incomplete())
  const span = hoursOf(Temporal.Instant.from(from), Temporal.Instant.from(until), tz)
  const hours = span.since.until(span.until).total('hours')
  if (hours <= 0) throw refused('until', m.handover_backwards())
  if (hours > longestShiftHours) throw refused('until', m.handover_too_long({ hours: longestShiftHours }))
  return span
}
