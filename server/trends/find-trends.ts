import { isChanged, nightHours, nightMinutes, nightsBefore, trendHour, trendOf } from '@eupnea/contract/rules/trend.ts'
import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { flagResident } from '../residents/index.ts'
import {
  beginNight,
  insertTrend,
  isNightJudged,
  type Night,
  type NightsOf,
  raiseTrend,
  selectNights,
  selectWatchedClinics,
  storeJudged,
  type WatchedClinic,
} from './trends.sql.ts'

/**
 * Judges each facility's night once, from 09:00 of its day to the end of that day (WA-12): a portal that was down at
 * nine judges later, but never a night before the last. Run by a job every few minutes.
 */
export async function findTrends(origin: CtxOrigin, now: Temporal.Instant): Promise<void> {
  let fault: unknown
  for (const watched of await withCtx(origin, selectWatchedClinics)) {
    const local = now.toZonedDateTimeISO(watched.tz)
    if (local.hour < trendHour) continue
    const clinic = { ...watched, day: local.toPlainDate() }
    try {
      await withCtx(origin, (ctx) => judgeNight(ctx, clinic))
    } catch (error) {
      // Other facilities' nights are judged all the same.
      fault = error
      origin.log.error({ err: error, clinic_id: watched.clinic_id }, 'trends: a night was not judged, trying again')
    }
  }
  if (fault) throw fault
}

interface ClinicNight extends WatchedClinic {
  /** on which it ended */
  readonly day: Temporal.PlainDate
}

async function judgeNight(ctx: Ctx, clinic: ClinicNight): Promise<void> {
  const { clinic_id, tz, day } = clinic
  if (await isNightJudged(ctx, clinic_id, day.toString())) return
  if (!(await beginNight(ctx, clinic_id, day.toString()))) return
  const nights = Array.from({ length: nightsBefore.most + 1 }, (_, ago) => nightOf(day.subtract({ days: ago }), tz))
  let judged = 0
  for (const theirs of await selectNights(ctx, clinic_id, nights, nightMinutes)) {
    const trend = trendOf(theirs.rate, theirs.before)
    if (!trend) continue
    judged++
    if (isChanged(trend)) await raise(ctx, clinic, theirs, trend)
  }
  await storeJudged(ctx, clinic_id, day.toString(), judged)
}

function nightOf(day: Temporal.PlainDate, timeZone: string): Night {
  const at = (hour: number) => day.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant()
  return { since: at(nightHours.from), until: at(nightHours.until) }
}

/** While an earlier one is open, nothing is raised: it says the same. */
async function raise(
  ctx: Ctx,
  { clinic_id, tz, locale, day }: ClinicNight,
  { resident_id, device_id, flag_status }: NightsOf,
  trend: NonNullable<ReturnType<typeof trendOf>>,
): Promise<void> {
  const { nights } = trend
  const { decimal, date } = formatsOf(locale)
  const at = Number(nightOf(day, tz).until.epochMilliseconds)
  const [rate, usual] = [decimal(trend.rate), decimal(trend.usual)]
  const id = await raiseTrend(ctx, {
    clinicId: clinic_id,
    residentId: resident_id,
    deviceId: device_id,
    title: m.trend_title(),
    description: m.trend_description({ rate, usual, nights }),
    rr: trend.rate,
    at,
    tz,
  })
  if (id === null) return
  const is_flagged = flag_status === 1
  if (is_flagged) {
    const deviation = decimal(trend.deviation)
    // Nights are named by the day of their evening.
    const evening = Number(nightOf(day.subtract({ days: 1 }), tz).until.epochMilliseconds)
    const note = m.trend_flag_note({ rate, usual, nights, deviation, night: date(evening, tz) })
    await flagResident({ ctx, input: { patient_id: resident_id, status: 2, note } })
  }
  await insertTrend(ctx, id, { resident_id, clinic_id, night: day.toString(), is_flagged, ...trend })
}
