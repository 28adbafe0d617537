import { type CombinedTimeInBed, longestHours } from '@eupnea/contract/reports.ts'
import { hoursInBed } from '@eupnea/contract/rules/presence.ts'
import { clinicOf } from '../clinics/index.ts'
import { selectLeaves } from '../leaves/index.ts'
import { clip, residentSpans, selectSummaries, splitByLeaves } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { localDays } from '../platform/local-days.ts'
import { daysAsked } from './days-asked.ts'
import { hoursOrNull } from './leaves-in.ts'
import type { ReportInput } from './report-input.ts'
import type { Subject } from './report-subject.ts'
import { selectReportResidents } from './reports.sql.ts'

const usualDays = 14
const mostDays = longestHours / 24

/**
 * Time in bed of several or all residents of a clinic, a row per day and resident, with their daily mean (RP-6).
 * Includes discharged residents up to their discharge; deleted ones are left out. Residents on leave have no value.
 * @throws 404 for a clinic outside the scope, and for a resident of another clinic
 */
export async function readCombinedTibReport(
  ctx: Ctx,
  { about }: Subject,
  input: ReportInput,
): Promise<CombinedTimeInBed> {
  const { id, tz } = await clinicOf(ctx, input.clinic_id!)
  const { first, count } = daysAsked(input, tz, { days: usualDays, most: mostDays })
  const days = localDays(first, count, tz)
  const asked = input.patient_ids && new Set(input.patient_ids.split(','))
  if (asked && (await selectReportResidents(ctx, id, [...asked], null)).length < asked.size) throw notFound('resident')
  if (asked) about.push(...[...asked].map((resident_id) => ({ resident_id, clinic_id: id })))
  if (days.length === 0) return { tz, items: [], combined: [] }
  const whole = { since: days[0]!.since, until: days.at(-1)!.until }
  const spans = (await residentSpans(ctx, id, whole)).filter(({ resident_id }) => !asked || asked.has(resident_id))
  const leaves = Map.groupBy(await selectLeaves(ctx, id, whole), ({ resident_id }) => resident_id)
  const pieces = days.flatMap((day) =>
    spans.flatMap(({ resident_id, device_no, since, until }) =>
      clip(device_no, since, until, day).flatMap((span) =>
        splitByLeaves({ ...span, resident_id, date: day.date }, leaves.get(resident_id) ?? []),
      ),
    ),
  )
  const minutes = new Map<string, Map<string, number | null>>()
  for (const { index, n_in_bed } of await selectSummaries(ctx, pieces)) {
    const { date, resident_id, isAway } = pieces[index]!
    const ofDay = minutes.get(date) ?? new Map<string, number | null>()
    const before = ofDay.get(resident_id) ?? null
    minutes.set(date, ofDay.set(resident_id, isAway ? before : n_in_bed + (before ?? 0)))
  }
  const seen = [...new Set(spans.map(({ resident_id }) => resident_id))]
  const residents = await selectReportResidents(ctx, id, seen, null)
  const items: CombinedTimeInBed['items'] = []
  const combined: CombinedTimeInBed['combined'] = []
  for (const { date } of days) {
    const ofDay = minutes.get(date)
    const there = residents.filter(({ resident_id }) => ofDay?.has(resident_id))
    if (!ofDay || there.length === 0) continue
    const minutesOf = (resident_id: string) => ofDay.get(resident_id) ?? null
    for (const { resident_id, room, first_name, last_name } of there)
      items.push({
        date,
        patient_id: resident_id,
        room,
        first_name,
        last_name,
        time_in_bed: hoursOrNull(minutesOf(resident_id)),
      })
    const known = there.map(({ resident_id }) => minutesOf(resident_id)).filter((minutes) => minutes !== null)
    const sum = known.reduce((total, minutes) => total + minutes, 0)
    if (known.length > 0) combined.push({ date, residents: known.length, time_in_bed: hoursInBed(sum / known.length) })
  }
  return { tz, items, combined }
}
