/** Brings a wave to about 8 Hz and closes its holes, before anything is estimated from it. */

/** Breathing ends near 1 Hz, so 8 Hz holds it with room for a box filter's slow roll-off. */
const workingHz = 8
/** Longest hole that a straight line may close: it reads as a pause, and a rhythm goes on behind a pause. */
const closableSeconds = 10
/** A hole beyond this may hide a breath. */
const hidingSeconds = 1
/** Below this share of measured samples a stretch says more about its holes than about the chest. */
const leastMeasured = 0.7

export interface Stretch {
  readonly values: Float64Array
  readonly hz: number
  /** share of it that lies in holes long enough to hide a breath, 0..1 */
  readonly hidden: number
}

/**
 * Averages whole groups of samples (which is also the anti-alias filter), the last group ending with the wave.
 * Samples that are not finite are missing; a group with less than half of its samples is missing (NaN).
 */
function averageGroups(samples: ArrayLike<number>, hz: number, seconds: number): { values: Float64Array; hz: number } {
  const group = Math.max(1, Math.round(hz / workingHz))
  const length = Math.floor(Math.min(samples.length, Math.round(seconds * hz)) / group)
  const first = samples.length - length * group
  const values = new Float64Array(length)
  for (let i = 0; i < length; i++) {
    let sum = 0
    let count = 0
    const from = first + i * group
    for (let j = from; j < from + group; j++) {
      const value = samples[j]!
      if (!Number.isFinite(value)) continue
      sum += value
      count++
    }
    values[i] = count > 0 && count * 2 >= group ? sum / count : Number.NaN
  }
  return { values, hz: hz / group }
}

/**
 * @param samples evenly spaced, any unit; not finite where nothing was measured
 * @param seconds at most this much, from the end
 * @returns the longest stretch whose holes could be closed (the later of two equals); null when there is none
 */
export function reduceWave(samples: ArrayLike<number>, hz: number, seconds: number): Stretch | null {
  const { values, hz: rate } = averageGroups(samples, hz, seconds)
  let stretch = { from: 0, to: 0, closed: 0, hidden: 0 }
  let longest = stretch
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue
    const hole = i - stretch.to
    if (stretch.to === 0 || hole > closableSeconds * rate) stretch = { from: i, to: i, closed: 0, hidden: 0 }
    else if (hole > 0) {
      const before = values[stretch.to - 1]!
      for (let j = 1; j <= hole; j++) values[stretch.to - 1 + j] = before + ((values[i]! - before) * j) / (hole + 1)
      stretch.closed += hole
      if (hole > hidingSeconds * rate) stretch.hidden += hole
    }
    stretch.to = i + 1
    if (stretch.to - stretch.from >= longest.to - longest.from) longest = stretch
  }
  const { from, to, closed, hidden } = longest
  if (to === 0 || closed > (1 - leastMeasured) * (to - from)) return null
  return { values: values.slice(from, to), hz: rate, hidden: hidden / (to - from) }
}
