import { randomBytes, randomInt } from 'node:crypto'
import type { Disguised } from './deidentified-exports.sql.ts'

/** What hides who somebody is: random, and forgotten once the export is made (AR-4). */

const mostShiftDays = 365

/** Their order says nothing either. */
export function disguise(residents: readonly string[]): Disguised[] {
  const pseudonyms = new Set<string>()
  while (pseudonyms.size < residents.length) pseudonyms.add(`R-${randomBytes(5).toString('hex')}`)
  const given = residents.map((resident_id, index) => ({
    resident_id,
    pseudonym: [...pseudonyms][index]!,
    // Never none: no date is a real one.
    shift_days: 1 + randomInt(mostShiftDays),
  }))
  return given.sort((a, b) => (a.pseudonym < b.pseudonym ? -1 : 1)).map((one, no) => ({ no, ...one }))
}

const bandYears = 5
const oldest = 90

/** Five years each; everybody from 90 on together. @param on YYYY-MM-DD */
export function ageBand(dob: string | null, on: string): string | null {
  if (dob === null) return null
  const { years } = Temporal.PlainDate.from(dob).until(on, { largestUnit: 'year' })
  if (years >= oldest) return `${oldest}+`
  const from = Math.max(0, Math.floor(years / bandYears) * bandYears)
  return `${from}-${from + bandYears - 1}`
}

/**
 * The zone of an export, for all its days: an hour that is missing or doubled would tell which day it was. That of the
 * first day, such as `+01:00`.
 */
export const offsetOn = (firstDay: string, tz: string): string =>
  Temporal.PlainDate.from(firstDay).toZonedDateTime(tz).offset

/**
 * What the clock of the facility showed, some days earlier, as if it were UTC: the time of day counts for research, and
 * the zone would tell where it was.
 */
export function clockOf(offset: string, shiftDays: number): (ms: number) => number {
  const { offsetNanoseconds } = Temporal.Instant.fromEpochMilliseconds(0).toZonedDateTimeISO(offset)
  const ahead = offsetNanoseconds / 1_000_000 - shiftDays * 86_400_000
  return (ms) => ms + ahead
}
