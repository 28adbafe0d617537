import { m } from '@eupnea/texts'
import { numberText, pageFormats, zonedFormat } from '@eupnea/texts/locale.ts'
import { useSyncExternalStore } from 'react'

/** Time on screens, in the zone of a clinic or device, in the page's formats, by the portal's clock rather than the tablet's. */

let offset = 0

/** Milliseconds since the epoch by the portal's clock. */
export const now = (): number => Date.now() + offset

/**
 * Learns this machine's clock offset from an answer's Date header (whole seconds, so ±1 s). Otherwise a tablet that is
 * minutes off would call fresh values old.
 */
export function noteServerDate(header: string | null, sentAt: number): void {
  const server = header === null ? Number.NaN : Date.parse(header)
  const receivedAt = Date.now()
  if (Number.isNaN(server) || receivedAt - sentAt > 2_000) return
  const measured = server + 500 - (sentAt + receivedAt) / 2
  offset = Math.abs(measured) < 2_000 ? 0 : Math.round(measured)
}

/** `4 s ago`, `12 min ago`, `3 h ago`, `2 d ago`; never below 1 s, so that the text keeps its width. */
export function ageText(ageMs: number): string {
  const seconds = Math.max(1, Math.floor(ageMs / 1_000))
  if (seconds < 60) return m.common_ago_seconds({ count: seconds })
  return m.common_ago({ span: spanText(ageMs) })
}

/** `just now` for a minute, then its age: for what is heard every few seconds, so that lists don't tick. */
export const seenText = (ageMs: number): string => (ageMs < 60_000 ? m.common_just_now() : ageText(ageMs))

/** `6 min`, `3 h`, `2 d`: a span of at least a minute, in its largest whole unit. */
export function spanText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return m.common_minutes({ count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? m.common_hours({ count: hours }) : m.common_days({ count: Math.floor(hours / 24) })
}

type Instant = number | string | Date
const dateOf = (instant: Instant): Date => (instant instanceof Date ? instant : new Date(instant))

/** `03:12` in the zone. */
export const clockText = (instant: Instant, zone: string): string => pageFormats().clock(instant, zone)

/** `03:12` of `03:12`: a time of every day. */
export const timeText = (time: string): string => pageFormats().timeOfDay(time)

/** `03:12:45` in the zone. */
export const clockSecondsText = (instant: Instant, zone: string): string => pageFormats().clockSeconds(instant, zone)

/** `20 Nov 2026` in the zone. */
export const dateText = (instant: Instant, zone: string): string => pageFormats().date(instant, zone)

/** `20 Nov` in the zone. */
export const dayMonthText = (instant: Instant, zone: string): string => pageFormats().dayMonth(instant, zone)

/** `2 Mar 1941`: dates in a record are calendar days, so they are formatted in UTC. @param date `1941-03-02` */
export const dayText = (date: string): string => dateText(`${date.slice(0, 10)}T00:00:00Z`, 'UTC')

const reckoning = new Map<string, Intl.DateTimeFormat>()

/** What calendar and clock show in the zone, to reckon with and not to read. */
function partsIn(zone: string, at: Instant): Readonly<Record<string, string>> {
  const options = { dateStyle: 'short', timeStyle: 'short', hourCycle: 'h23' } as const
  const format = reckoning.get(zone) ?? zonedFormat('en-GB', options, zone)
  reckoning.set(zone, format)
  return Object.fromEntries(format.formatToParts(dateOf(at)).map(({ type, value }) => [type, value]))
}

/** `2026-11-20`: the day that it is in the zone. */
export function dayIn(zone: string, at: Instant): string {
  const { year, month, day } = partsIn(zone, at)
  return `${year}-${month}-${day}`
}

/** Minutes since midnight by the clock of the zone: 0 at midnight also on days of 23 and 25 hours. */
export function minuteIn(zone: string, at: Instant): number {
  const { hour, minute } = partsIn(zone, at)
  return Number(hour) * 60 + Number(minute)
}

/** `20 Nov 2026, 03:12` in the zone. */
export const dateTimeText = (instant: Instant, zone: string): string => pageFormats().dateTime(instant, zone)

/** From this age, a date without its year could be taken for last year's, ms. */
const longAgoMs = 300 * 24 * 3_600_000

/** Nearer than this, a clock time can only be one, also across midnight, ms. */
const sameClockMs = 12 * 3_600_000

/**
 * `03:12` today or less than twelve hours away, `19 Nov, 22:40` on other days, `19 Nov 2025, 22:40` long ago: since or
 * until when something holds.
 */
export function sinceText(instant: Instant, zone: string, at: number = now()): string {
  const away = Math.abs(at - dateOf(instant).getTime())
  if (away < sameClockMs || dateText(instant, zone) === dateText(at, zone)) return clockText(instant, zone)
  if (away > longAgoMs) return dateTimeText(instant, zone)
  return `${dayMonthText(instant, zone)}, ${clockText(instant, zone)}`
}

/** `03:12:45` today, `19 Nov, 22:40:10` on other days: since when a connection is lost, to the second (AN-9). */
export function lostSinceText(instant: Instant, zone: string): string {
  const clock = clockSecondsText(instant, zone)
  return dateText(instant, zone) === dateText(now(), zone) ? clock : `${dayMonthText(instant, zone)}, ${clock}`
}

/** YYYY-MM-DD, of an existing day. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

/** Whole number; an en dash where there is none. */
export const wholeText = (value: number | null): string => (value === null ? '–' : numberText(Math.round(value)))

/** One decimal; an en dash where there is none. */
export const decimalText = (value: number | null): string => (value === null ? '–' : pageFormats().decimal(value))

const secondListeners = new Set<() => void>()
let isTicking = false

function awaitSecond() {
  setTimeout(tick, 1_000 - (now() % 1_000) + 5)
}

function tick() {
  isTicking = secondListeners.size > 0
  if (!isTicking) return
  awaitSecond()
  for (const listener of secondListeners) listener()
}

/** Calls back just after each full second of the portal's clock; one timer for all callers. */
export function onSecond(listener: () => void): () => void {
  secondListeners.add(listener)
  if (!isTicking) awaitSecond()
  isTicking = true
  return () => secondListeners.delete(listener)
}

/** The portal's time, rounded down to `stepMs` (at least 1 s), as React state. */
export const useNow = (stepMs = 1_000): number =>
  useSyncExternalStore(onSecond, () => Math.floor(now() / stepMs) * stepMs)

/** A time zone as people read it: `America/New York`. */
export const zoneText = (zone: string): string => zone.replaceAll('_', ' ')
