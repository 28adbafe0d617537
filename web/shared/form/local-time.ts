import { clockSecondsText, dateText, dayIn } from '../time.ts'

/** Times and days in the zone of a person's browser, and those that they type, also of a clinic. */

/** IANA name of the browser's zone: `Europe/London`. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `20 Nov 2026, 03:12:45` in the browser's zone. */
export const whenText = (instant: string): string => {
  const zone = browserZone()
  return `${dateText(instant, zone)}, ${clockSecondsText(instant, zone)}`
}

/**
 * @param local as a datetime-local field gives it: `2026-11-20T03:12`
 * @returns ISO 8601 in UTC; undefined when nothing or half a date was typed
 */
export function instantOfLocal(local: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return undefined
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/**
 * The first moment of a day in a zone; not midnight where the clock is put forward then.
 * @param day as a date field gives it: `2026-11-20`
 * @param zone IANA
 * @returns ISO 8601 in UTC; undefined when nothing or half a date was typed
 */
export const startOfDay = (day: string, zone: string): string | undefined =>
  firstMinute(day, (at) => dayIn(zone, at) >= day)

/** The first moment after a day in a zone, as `startOfDay`. */
export const endOfDay = (day: string, zone: string): string | undefined =>
  firstMinute(day, (at) => dayIn(zone, at) > day)

const minute = 60_000
const hour = 60 * minute

/** Looked for about the day, which is 25 hours long at the most, and nowhere further than 15 from UTC. */
function firstMinute(day: string, isReached: (at: number) => boolean): string | undefined {
  const inUtc = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(day) : Number.NaN
  if (Number.isNaN(inUtc)) return undefined
  let before = inUtc - 15 * hour
  let reached = inUtc + 40 * hour
  while (reached - before > minute) {
    const middle = before + Math.floor((reached - before) / 2 / minute) * minute
    if (isReached(middle)) reached = middle
    else before = middle
  }
  return new Date(reached).toISOString()
}
