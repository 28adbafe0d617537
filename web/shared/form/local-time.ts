import { clockSecondsText, dateText, dayIn, minuteIn, now } from '../time.ts'

/** Times and days in the browser's zone, and those that people type, also in a clinic's zone. */

/** IANA name of the browser's zone: `Europe/London`. */
export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** `2026-11-20`: the day that it is in the browser's zone, by the portal's clock. */
export const browserDay = (): string => dayIn(browserZone(), now())

/** `20 Nov 2026, 03:12:45` in the browser's zone. */
export const whenText = (instant: string): string => {
  const zone = browserZone()
  return `${dateText(instant, zone)}, ${clockSecondsText(instant, zone)}`
}

/** What a time field takes, whatever the page's formats: `03:12` in the zone. */
export function timeIn(zone: string, at: string | number): string {
  const minuteOfDay = minuteIn(zone, at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${two(Math.floor(minuteOfDay / 60))}:${two(minuteOfDay % 60)}`
}

/**
 * @param local from a datetime-local field: `2026-11-20T03:12`
 * @returns ISO 8601 in UTC; undefined if it is empty or incomplete
 */
export function instantOfLocal(local: string): string | undefined {
  if (!/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}/.test(local)) return undefined
  const date = new Date(local)
  return Number.isNaN(date.getTime()) ? undefined : date.toISOString()
}

/**
 * The first instant of a day in a zone; not midnight if the clock goes forward then.
 * @param day from a date field: `2026-11-20`
 * @param zone IANA
 * @returns ISO 8601 in UTC; undefined if it is empty or incomplete
 */
export const startOfDay = (day: string, zone: string): string | undefined =>
  firstMinute(day, (at) => dayIn(zone, at) >= day)

/** The first instant after a day in a zone, like `startOfDay`. */
export const endOfDay = (day: string, zone: string): string | undefined =>
  firstMinute(day, (at) => dayIn(zone, at) > day)

/**
 * The instant of a day and time in a zone; of a time that the clock skips, the next that it shows; of one that it shows
 * twice, the one nearer to `meant`, or else the first.
 * @param day from a date field: `2026-11-20`
 * @param time from a time field: `03:12`
 * @param zone IANA
 * @returns ISO 8601 in UTC; undefined if either is empty or incomplete
 */
export function instantIn(day: string, time: string, zone: string, meant?: string | number): string | undefined {
  const [first, second] = instantsIn(day, time, zone)
  if (first === undefined || second === undefined || meant === undefined) return first
  const middle = (Date.parse(first) + Date.parse(second)) / 2
  return new Date(meant).getTime() > middle ? second : first
}

/**
 * The next instant at which the clock of a zone shows a time.
 * @param time from a time field: `07:00`
 * @param at ms since the epoch
 * @param zone IANA
 * @returns ISO 8601 in UTC; undefined if it is no time
 */
export function nextTime(time: string, at: number, zone: string): string | undefined {
  const today = dayIn(zone, at)
  // Not 24 hours later: that may be the same day, or the one after the next.
  const tomorrow = new Date(Date.parse(today) + 24 * hour).toISOString().slice(0, 10)
  return [today, tomorrow].flatMap((day) => instantsIn(day, time, zone)).find((instant) => Date.parse(instant) > at)
}

/** Earliest first: two where the clock goes back over the time. */
function instantsIn(day: string, time: string, zone: string): string[] {
  if (!/^\d{2}:\d{2}$/.test(time)) return []
  const minuteOfDay = Number(time.slice(0, 2)) * 60 + Number(time.slice(3))
  const found = firstMinute(day, (at) => {
    const there = dayIn(zone, at)
    return there > day || (there === day && minuteIn(zone, at) >= minuteOfDay)
  })
  if (found === undefined) return []
  // The search may have met either of two. Clocks go back by half an hour, one or two.
  const shown = [-120, -60, -30, 0, 30, 60, 120]
    .map((minutes) => Date.parse(found) + minutes * minute)
    .filter((at) => dayIn(zone, at) === day && minuteIn(zone, at) === minuteOfDay)
  return shown.length === 0 ? [found] : shown.map((at) => new Date(at).toISOString())
}

const minute = 60_000
const hour = 60 * minute

/** Searched around the day, which has at most 25 hours, up to the largest offset of 15 hours from UTC. */
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
