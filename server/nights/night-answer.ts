import type { Night } from '@eupnea/contract/nights.ts'
import { cellMinutes, nightEnd, nightStart, type Usual } from '@eupnea/contract/rules/night.ts'
import { hundredth, tenth } from '@eupnea/contract/rules/round.ts'
import { dayOf } from '../platform/local-days.ts'
import type { CellRow, Span } from './nights.sql.ts'

export interface NightSpan extends Span {
  /** the day on which it begins */
  readonly day: Temporal.PlainDate
}

export function nightOf(day: Temporal.PlainDate, timeZone: string): NightSpan {
  const at = (date: Temporal.PlainDate, hour: number) =>
    date.toZonedDateTime({ timeZone, plainTime: { hour } }).toInstant()
  return { day, since: at(day, nightStart), until: at(day.add({ days: 1 }), nightEnd) }
}

/** Other hours than a night's, such as a shift's. */
export const hoursOf = (since: Temporal.Instant, until: Temporal.Instant, timeZone: string): NightSpan => ({
  day: dayOf(since, timeZone),
  since,
  until,
})

/** The night that goes on, or the last one: in the afternoon that is the one before. */
export function newestNight(timeZone: string, now: Temporal.Instant): Temporal.PlainDate {
  const local = now.toZonedDateTimeISO(timeZone)
  return local.hour >= nightStart ? local.toPlainDate() : local.toPlainDate().subtract({ days: 1 })
}

const cellMs = cellMinutes * 60_000

/** @param rows of one resident and night */
export function nightAnswer(
  { day, since, until }: NightSpan,
  rows: readonly Omit<CellRow, 'resident_id' | 'night'>[],
  now: Temporal.Instant,
): Night {
  const end = Math.min(until.epochMilliseconds, now.epochMilliseconds)
  const length = Math.max(0, Math.ceil((end - since.epochMilliseconds) / cellMs))
  const beds = new Array<number | null>(length).fill(null)
  const rates = new Array<number | null>(length).fill(null)
  let inBed = 0
  for (const { cell, bed, rate, minutes_in_bed } of rows) {
    if (cell >= length) continue
    inBed += minutes_in_bed
    beds[cell] = bed === null ? null : tenth(bed)
    rates[cell] = hundredth(rate)
  }
  const [from, to] = [since, until].map(String) as [string, string]
  return { date: day.toString(), from, until: to, beds, rates, minutes_in_bed: inBed }
}

export const usualAnswer = (row: { readonly median: number; readonly mad: number } | undefined): Usual | null =>
  row ? { median: tenth(row.median), spread: Math.max(1, tenth(1.4826 * row.mad)) } : null
