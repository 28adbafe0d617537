import { instantIn } from '../shared/form/local-time.ts'
import { dayIn } from '../shared/time.ts'

/** When a shift usually ends. */
const usualEnds = ['07:00', '19:00'] as const
const hour = 3_600_000

/**
 * The next instant at which a clock there shows the time.
 * @param time `07:00`
 * @param now ms since the epoch
 * @param zone IANA
 * @returns ISO 8601; undefined if it is no time
 */
export function nextTime(time: string, now: number, zone: string): string | undefined {
  const today = instantIn(dayIn(zone, now), time, zone)
  if (today === undefined || Date.parse(today) > now) return today
  return instantIn(dayIn(zone, now + 24 * hour), time, zone)
}

/** The usual end that comes next, at least an hour away. */
export function usualEnd(now: number, zone: string): string {
  const ends = usualEnds.map((time) => ({ time, at: Date.parse(nextTime(time, now + hour, zone) ?? '') }))
  return ends.sort((one, other) => one.at - other.at)[0]!.time
}
