import { m } from '@eupnea/texts'
import { locale } from '@eupnea/texts/locale.ts'
import { useSyncExternalStore } from 'react'

/** Times on screen, in a clinic's or device's zone, by the portal's clock rather than the tablet's. */

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

/** `6 min`, `3 h`, `2 d`: a span of at least a minute, in its largest whole unit. */
export function spanText(ms: number): string {
  const minutes = Math.max(1, Math.floor(ms / 60_000))
  if (minutes < 60) return m.common_minutes({ count: minutes })
  const hours = Math.floor(minutes / 60)
  return hours < 48 ? m.common_hours({ count: hours }) : m.common_days({ count: Math.floor(hours / 24) })
}

const formats = new Map<string, Intl.DateTimeFormat>()

function format(zone: string, options: Intl.DateTimeFormatOptions, key: string): Intl.DateTimeFormat {
  const known = formats.get(key + zone)
  if (known) return known
  let made: Intl.DateTimeFormat
  try {
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: zone || 'UTC' })
  } catch {
    // A zone unknown to this browser: the time is still right, in UTC.
    made = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
  }
  formats.set(key + zone, made)
  return made
}

type Instant = number | string | Date
const dateOf = (instant: Instant): Date => (instant instanceof Date ? instant : new Date(instant))

/** `03:12` in the zone. */
export const clockText = (instant: Instant, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }, 'clock').format(dateOf(instant))

/** `03:12:45` in the zone. */
export const clockSecondsText = (instant: Instant, zone: string): string =>
  format(zone, { hour: '2-digit', minute: '2-digit', second: '2-digit', hourCycle: 'h23' }, 'seconds').format(
    dateOf(instant),
  )

/** `20 Nov 2026` in the zone. */
export const dateText = (instant: Instant, zone: string): string =>
  format(zone, { day: 'numeric', month: 'short', year: 'numeric' }, 'date').format(dateOf(instant))

/** `2 Mar 1941`: dates in a record are calendar days, so they are formatted in UTC. @param date `1941-03-02` */
export const dayText = (date: string): string => dateText(`${date.slice(0, 10)}T00:00:00Z`, 'UTC')

/** `2026-11-20`: the current day in the zone. */
export const dayIn = (zone: string, at: Instant): string =>
  format(zone, { day: '2-digit', month: '2-digit', year: 'numeric' }, 'day in')
    .format(dateOf(at))
    .split('/')
    .reverse()
    .join('-')

/** `20 Nov 2026, 03:12` in the zone. */
export const dateTimeText = (instant: Instant, zone: string): string =>
  `${dateText(instant, zone)}, ${clockText(instant, zone)}`

/** From this age, a date without its year could be taken for last year's, ms. */
const longAgoMs = 300 * 24 * 3_600_000

/** `03:12` today, `19 Nov, 22:40` on other days, `19 Nov 2025, 22:40` long ago: since when something has held. */
export function sinceText(instant: Instant, zone: string, at: number = now()): string {
  if (dateText(instant, zone) === dateText(at, zone)) return clockText(instant, zone)
  if (Math.abs(at - dateOf(instant).getTime()) > longAgoMs) return dateTimeText(instant, zone)
  return `${format(zone, { day: 'numeric', month: 'short' }, 'day').format(dateOf(instant))}, ${clockText(instant, zone)}`
}

/** YYYY-MM-DD, of an existing day. */
export const isDay = (text: string | undefined): text is string =>
  text !== undefined && /^[12]\d{3}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text))

const decimals = new Intl.NumberFormat(locale, { minimumFractionDigits: 1, maximumFractionDigits: 1 })
const whole = new Intl.NumberFormat(locale, { maximumFractionDigits: 0 })

/** A whole number; an en dash for none. */
export const wholeText = (value: number | null): string => (value === null ? '–' : whole.format(value))

/** One decimal; an en dash for none. */
export const decimalText = (value: number | null): string => (value === null ? '–' : decimals.format(value))

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
