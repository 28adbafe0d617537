import { withoutSpikes, withoutSteps } from './condition-wave.ts'

/** Where a chest that breathed is still, and where it turned over: how much each stretch of the wave moves. */

/** Seconds of a stretch, and breaths where they are longer: settling and drift stay small over it, a breath does not. */
const stretchSeconds = 12
const stretchBreaths = 1.6
/** A stretch that moves less than this share of the usual is still: a heart or the sensor's own noise may remain. */
const stillShare = 0.22
/** One that moves more than this many times the usual is movement, unless it goes on to the end: then it is the usual. */
export const movedTimes = 2.5
/** Without memory of the usual, this share of the wave's stretches moves less than it. */
const usualAt = 0.4
/** Between the ends of stretches. */
const hopSeconds = 0.5

export interface Stillness {
  /** seconds at the end without breathing; null when there was some, or nothing to compare with */
  readonly stoppedFor: number | null
  /** first sample after the last stillness or movement, 0 without one: from there on breathing is undisturbed */
  readonly breathesFrom: number
  /** movement of the last stretch, a share of the usual */
  readonly share: number
  /** median movement of the stretches that neither are still nor turn over, in the wave's unit; null without any */
  readonly moves: number | null
}

/** After movement at least this much is wanted before what was before is left out. */
const leastCalmSeconds = 15

/** Root mean square about the line of least squares of each stretch, by its end. */
function movements(values: Float64Array, length: number, hop: number): { ends: number[]; movement: number[] } {
  const ends: number[] = []
  const movement: number[] = []
  const centre = (length - 1) / 2
  const spread = (length * (length * length - 1)) / 12
  for (let end = values.length; end >= length; end -= hop) {
    const from = end - length
    let sum = 0
    for (let i = 0; i < length; i++) sum += values[from + i]!
    const mean = sum / length
    let squares = 0
    let slope = 0
    for (let i = 0; i < length; i++) {
      const value = values[from + i]! - mean
      squares += value * value
      slope += (i - centre) * value
    }
    ends.push(end)
    movement.push(Math.sqrt(Math.max(0, squares - (slope * slope) / spread) / length))
  }
  return { ends: ends.reverse(), movement: movement.reverse() }
}

/**
 * @param values evenly spaced, without holes
 * @param past the usual movement and the usual seconds of a breath, where they are known
 */
export function findStillness(
  values: Float64Array,
  hz: number,
  past: { readonly moves: number | null; readonly breath: number | null },
): Stillness {
  const length = Math.round(Math.max(stretchSeconds, stretchBreaths * (past.breath ?? 0)) * hz)
  const smooth = withoutSpikes(values)
  const hop = Math.max(1, Math.round(hopSeconds * hz))
  const { ends, movement } = movements(smooth, length, hop)
  if (movement.length === 0) return { stoppedFor: null, breathesFrom: 0, share: 1, moves: null }
  const sorted = movement.toSorted((a, b) => a - b)
  const usual = past.moves ?? sorted[Math.floor(usualAt * (sorted.length - 1))]!
  const share = usual > 0 ? movement.at(-1)! / usual : 1
  const stepless = withoutSteps(smooth, hz)
  const turning = stepless
    ? movements(stepless.values, length, hop).movement.map((value) => value * stepless.unit)
    : movement
  const moved = turning.findLastIndex((value) => value > movedTimes * usual)
  const hasCalm =
    moved >= 0 && moved < turning.length - 1 && values.length - ends[moved + 1]! + length >= leastCalmSeconds * hz
  const calmFrom = hasCalm ? ends[moved + 1]! - length : 0
  const isStill = (i: number) => movement[i]! < stillShare * usual
  let last = movement.length - 1
  while (last >= 0 && !isStill(last)) last--
  const moving = sorted.filter((value) => value >= stillShare * usual && value <= movedTimes * usual)
  const moves = moving.length > 0 ? moving[moving.length >> 1]! : null
  if (last < movement.length - 1) {
    const calm = last < 0 ? 0 : ends[last]!
    return { stoppedFor: null, breathesFrom: Math.max(calm, calmFrom), share, moves }
  }
  let first = last
  while (first > 0 && isStill(first - 1)) first--
  return { stoppedFor: (values.length - ends[first]! + length) / hz, breathesFrom: values.length, share, moves }
}
