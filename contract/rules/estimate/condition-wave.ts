/** Takes steps, spikes, drift and changes of amplitude out of a wave, and its unit with them. */

/** A change between neighbours beyond this many times the usual greatest change is movement or a fault. */
const stepFactor = 3
/** Seconds over which the greatest change is taken, and then its median over the wave: most breaths have one. */
const stepBlockSeconds = 5
/** Seconds over which the amplitude is levelled: longer than one slow breath. */
const levelSeconds = 10
/** Where the wave is weaker than this share of its usual level it is not raised further: a pause stays a pause. */
const levelFloor = 0.5
/** Where the wave is stronger than this many times its usual level, more than breathing moved. */
const movedFactor = 2.5
/** Peaks beyond this many times the usual greatest are cut. */
const peakFactor = 1.5
const peakBlockSeconds = 8

export interface Conditioned {
  readonly values: Float64Array
  /** share of the wave that was step, spike or movement, 0..1 */
  readonly disturbed: number
}

const middle = (values: Float64Array): number => values.toSorted()[values.length >> 1]!

/**
 * Median over blocks of the greatest magnitude in each: the usual peak, whatever happens in fewer than half of them.
 */
function usualPeak(values: Float64Array, block: number): number {
  const peaks = new Float64Array(Math.max(1, Math.round(values.length / block)))
  for (let b = 0; b < peaks.length; b++) {
    const to = b === peaks.length - 1 ? values.length : (b + 1) * block
    for (let i = b * block; i < to; i++) peaks[b] = Math.max(peaks[b]!, Math.abs(values[i]!))
  }
  return middle(peaks)
}

/**
 * Adds the changes up again without those that no breath makes: a step vanishes, and so does a spike, whose two
 * changes cancel. In units of the usual greatest change. Null when nothing changes.
 */
export function withoutSteps(
  values: Float64Array,
  hz: number,
): { values: Float64Array; unit: number; disturbed: number } | null {
  const changes = values.map((value, i) => (i === 0 ? 0 : value - values[i - 1]!))
  const usual = usualPeak(changes, Math.round(stepBlockSeconds * hz))
  if (!(usual > 0 && Number.isFinite(1 / usual))) return null
  let sum = 0
  let left = 0
  const kept = changes.map((change) => {
    const relative = change / usual
    if (Math.abs(relative) <= stepFactor) sum += relative
    else left++
    return sum
  })
  return { values: kept, unit: usual, disturbed: left / values.length }
}

/** Subtracts the parabola of least squares. */
function detrend(values: Float64Array): void {
  const n = values.length
  const at = (i: number) => (2 * i) / (n - 1) - 1
  const spread = (n + 1) / (3 * (n - 1))
  let mean = 0
  let slope = 0
  let bow = 0
  let slopeNorm = 0
  let bowNorm = 0
  for (let i = 0; i < n; i++) {
    const t = at(i)
    const q = t * t - spread
    mean += values[i]! / n
    slope += values[i]! * t
    bow += values[i]! * q
    slopeNorm += t * t
    bowNorm += q * q
  }
  for (let i = 0; i < n; i++) {
    const t = at(i)
    values[i] = values[i]! - mean - (slope / slopeNorm) * t - (bow / bowNorm) * (t * t - spread)
  }
}

/** Root mean square around each sample. */
function levels(values: Float64Array, half: number): Float64Array {
  const n = values.length
  const sums = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) sums[i + 1] = sums[i]! + values[i]! * values[i]!
  return values.map((_, i) => {
    const from = Math.max(0, i - half)
    const to = Math.min(n, i + half + 1)
    return Math.sqrt((sums[to]! - sums[from]!) / (to - from))
  })
}

/** Values this many times further from the middle of their neighbours than most are wrong ones. */
const spikeTimes = 20

/** Single values that no chest makes are replaced by the middle of the three around. */
export function withoutSpikes(values: Float64Array): Float64Array {
  const n = values.length
  const middles = new Float64Array(n)
  const apart = new Float64Array(n)
  for (let i = 0; i < n; i++) {
    const value = values[i]!
    const before = i > 0 ? values[i - 1]! : value
    const after = i < n - 1 ? values[i + 1]! : value
    middles[i] = Math.max(Math.min(before, value), Math.min(Math.max(before, value), after))
    apart[i] = Math.abs(value - middles[i]!)
  }
  const usual = apart.toSorted()[Math.floor(0.6 * n)]!
  for (let i = 0; i < n; i++) if (apart[i]! <= spikeTimes * usual) middles[i] = values[i]!
  return middles
}

/** @returns the wave without unit, around 0; null when it is flat */
export function conditionWave(wave: Float64Array, hz: number): Conditioned | null {
  const stepless = withoutSteps(withoutSpikes(wave), hz)
  if (!stepless) return null
  const { values, disturbed } = stepless
  detrend(values)
  const level = levels(values, Math.round((levelSeconds * hz) / 2))
  const usual = middle(level)
  if (!(usual > 0 && Number.isFinite(usual))) return null
  let moved = 0
  for (let i = 0; i < values.length; i++) {
    if (level[i]! > movedFactor * usual) moved++
    values[i] = values[i]! / Math.max(level[i]!, levelFloor * usual)
  }
  const peak = peakFactor * usualPeak(values, Math.round(peakBlockSeconds * hz))
  for (let i = 0; i < values.length; i++) values[i] = Math.max(-peak, Math.min(peak, values[i]!))
  return { values, disturbed: disturbed + moved / values.length }
}
