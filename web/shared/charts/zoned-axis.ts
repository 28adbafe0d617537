import { clockSecondsText, clockText, dayMonthText, minuteIn } from '../time.ts'

/** Ticks of a time axis at round times on the clinic's clock, also in zones with half-hour offsets. */

const second = 1_000
const minute = 60 * second
const hour = 60 * minute
const quarter = 15 * minute
const day = 24 * hour

const steps = [
  ...[5, 10, 15, 30].map((n) => n * second),
  ...[1, 2, 5, 10, 15, 30].map((n) => n * minute),
  ...[1, 2, 3, 6, 12].map((n) => n * hour),
  day,
]

/** Milliseconds since local midnight, read off the clock (so 0 at midnight also on days of 23 and 25 hours). */
const clockTime = (ms: number, zone: string): number => minuteIn(zone, ms) * minute + (ms % minute)

/**
 * @param from @param to ms since the epoch
 * @param atMost number of ticks that fit
 * @returns milliseconds between two ticks
 */
export function tickStep(from: number, to: number, atMost: number): number {
  return steps.find((step) => (to - from) / step <= Math.max(1, atMost)) ?? day
}

/**
 * Instants (ms since the epoch) in [from, to] at which the zone's clock shows a multiple of `step`, counted from the hour
 * of the clock at `origin`, by default from midnight.
 */
export function zonedTicks(from: number, to: number, step: number, zone: string, origin?: number): number[] {
  const first = origin === undefined ? 0 : Math.floor(clockTime(origin, zone) / hour) * hour
  const ticks: number[] = []
  // Every zone is a multiple of 15 minutes from UTC, so smaller steps needn't look at the clock.
  const stride = Math.min(step, quarter)
  for (let at = Math.ceil(from / stride) * stride; at <= to; at += stride)
    if (step <= quarter || (clockTime(at, zone) + day - first) % step === 0) ticks.push(at)
  return ticks
}

/**
 * Labels of ticks. With steps of an hour or more, midnight carries the day instead of 00:00.
 * @param ticks ms since the epoch
 */
export function tickLabels(ticks: readonly number[], step: number, zone: string): string[] {
  if (step < minute) return ticks.map((at) => clockSecondsText(at, zone))
  return ticks.map((at) => (step >= hour && clockTime(at, zone) === 0 ? dayMonthText(at, zone) : clockText(at, zone)))
}
