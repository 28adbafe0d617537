import type { Chunk, WaveformBuffer } from './waveform-buffer.ts'

/** The minute in which the waveform is drawn, and where the pen is (LI-8). */

export const windowMs = 60_000

/** Between the pen and the previous minute, as on a bedside monitor. */
export const penGapMs = 1_500

/** The window containing `at`, if the first began at `began`: each starts where the previous one ended. */
export function windowAt(at: number, began: number): { start: number; end: number } {
  const start = began + Math.max(0, Math.floor((at - began) / windowMs)) * windowMs
  return { start, end: start + windowMs }
}

/** Plot columns: time, this minute, and the previous minute shifted under the part still to be drawn. */
export type Sweep = [at: number[], now: (number | null)[], before: (number | null)[]]

/** @param pen instant up to which the line is drawn, ms since the epoch */
export function sweepOf(buffer: WaveformBuffer, window: { start: number; end: number }, pen: number): Sweep {
  const sweep: Sweep = [[], [], []]
  buffer.visit(window.start, pen, (at, value) => push(sweep, at, value, null))
  push(sweep, pen + penGapMs / 2, null, null)
  buffer.visit(pen + penGapMs - windowMs, window.start - 1, (at, value) => push(sweep, at + windowMs, null, value))
  return sweep
}

function push([at, now, before]: Sweep, x: number, y: number | null, ghost: number | null): void {
  at.push(x)
  now.push(y)
  before.push(ghost)
}

/**
 * The pen's position. Chunks arrive a second or so at a time; drawn on arrival, the line would jump. Instead the pen
 * runs evenly, as far behind the newest sample as the last chunks took to arrive.
 */
export class Pen {
  readonly #arrivals: { delay: number; length: number }[] = []
  #at = Number.NEGATIVE_INFINITY

  /** @param now ms since the epoch by the browser's clock, which need not agree with the sensor's */
  arrived({ start, hz, samples }: Chunk, now: number): void {
    this.#arrivals.push({ delay: now - start, length: (samples.length / hz) * 1_000 })
    if (this.#arrivals.length > 8) this.#arrivals.shift()
  }

  /** Never backwards, never past the newest sample; -Infinity before the first chunk. */
  at(now: number, newest: number): number {
    if (this.#arrivals.length === 0) return Number.NEGATIVE_INFINITY
    const delay = Math.max(...this.#arrivals.map((arrival) => arrival.delay))
    const length = Math.max(...this.#arrivals.map((arrival) => arrival.length))
    // One delayed chunk must not hold up the line for long.
    const due = Math.max(now - delay, newest - length - mostBehindMs)
    this.#at = Math.min(newest, Math.max(this.#at, due))
    return this.#at
  }
}

/** The pen is at most this far behind, on top of a chunk's length. */
const mostBehindMs = 3_000

/** Millimetres shown at least, so that the noise of an empty bed doesn't look like breathing. */
const leastSpan = 2

/**
 * Limits of the displacement axis. Within a window they only widen; a new window starts afresh.
 * @param before limits so far in this window; null at its start
 */
export function displacementRange(
  values: Iterable<number | null>,
  before: readonly [number, number] | null,
): [number, number] {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of values) {
    if (value === null) continue
    if (value < low) low = value
    if (value > high) high = value
  }
  if (low > high) return before ? [before[0], before[1]] : [-leastSpan / 2, leastSpan / 2]
  const pad = Math.max((high - low) * 0.12, (leastSpan - (high - low)) / 2)
  // Only values beyond the current limits move them, by a whole step, so that the axis itself doesn't seem to breathe.
  if (before && low >= before[0] && high <= before[1]) return [before[0], before[1]]
  const step = 0.5
  const outer: [number, number] = [Math.floor((low - pad) / step) * step, Math.ceil((high + pad) / step) * step]
  return before ? [Math.min(before[0], outer[0]), Math.max(before[1], outer[1])] : outer
}
