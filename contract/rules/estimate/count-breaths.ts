/**
 * Mean rate by the phase of the breathing: cycles passed between the beginning and the end, over the time between.
 * Where breaths are unequally long this is what counting them gives, and the strongest line of a spectrum is not.
 */

export interface Count {
  /** Hz, mean over the wave */
  readonly rate: number
  /** the rhythm was there and is gone at the end: the rate is one of the past */
  readonly ended: boolean
}

/**
 * The rhythm has ended when the mean of its amplitude over this many seconds, or over one breath where breaths are
 * longer, is below this share of the usual. The mean, because noise passes for the rhythm for a second or two. The
 * amplitude itself looks two breaths back.
 */
const endedShare = 0.45
const endedSeconds = 11

const ramp = (value: number, none: number, all: number): number =>
  Math.max(0, Math.min(1, (value - none) / (all - none)))

/**
 * How far the counted phase is trusted, 0..1. Movement may cost or add a breath, and so may a pause: where nothing
 * disturbed the wave, the phase holds as far as its amplitude never fades, or, where the wave is breathing more than
 * anything else, as far as it never vanishes.
 */
const trustOf = (fade: number, likeness: number, disturbed: number): number =>
  ramp(disturbed, 0.03, 0.01) * Math.max(ramp(fade, 0.2, 0.4), ramp(fade, 0.05, 0.1) * ramp(likeness, 0.3, 0.6))

/** A phase that leads further away than this share has slipped. */
const farthest = 0.35

/**
 * Mean change per step of a phase that wanders as breaths vary and is noisy as sensors are. Noise asks for the line of
 * least squares, wandering for the difference of the two ends; how much of the deviation from the line remains the
 * same one breath (four steps) later says which it is.
 */
function driftOf(phases: readonly number[]): number {
  const n = phases.length
  const centre = (n - 1) / 2
  const mean = phases.reduce((sum, phase) => sum + phase, 0) / n
  let slope = 0
  for (let i = 0; i < n; i++) slope += ((i - centre) * (phases[i]! - mean) * 12) / (n * (n * n - 1))
  const deviation = phases.map((phase, i) => phase - mean - slope * (i - centre))
  let variance = 0
  let change = 0
  for (let i = 0; i < n; i++) {
    variance += deviation[i]! ** 2 / n
    if (i >= 4) change += (deviation[i]! - deviation[i - 4]!) ** 2 / (n - 4)
  }
  const wandering = variance > 0 ? Math.max(0, 1 - change / (4 * variance)) : 0
  return slope + (wandering * (deviation[n - 1]! - deviation[0]!)) / (n - 1)
}

/**
 * @param wave band-limited, around 0
 * @param rate Hz, of the breathing as its spectrum shows it
 * @param likeness of the wave to itself a breath later, -1..1
 * @param disturbed share of the wave that was movement or is missing, 0..1
 * @returns `rate` itself as far as the phase cannot be trusted
 */
export function countBreaths(
  wave: Float64Array,
  hz: number,
  { rate, likeness, disturbed }: { rate: number; likeness: number; disturbed: number },
): Count {
  const n = wave.length
  const turn = (2 * Math.PI * rate) / hz
  const re = wave.map((value, i) => value * Math.cos(turn * i))
  const im = wave.map((value, i) => -value * Math.sin(turn * i))
  // Averaged over two breaths with a raised cosine, four times a breath, from half a breath inside.
  const half = Math.max(2, Math.round(hz / rate))
  const hop = Math.max(1, Math.round(half / 4))
  const kernel = Float64Array.from({ length: half + 1 }, (_, j) => 0.5 + 0.5 * Math.cos((Math.PI * j) / (half + 1)))
  const phases: number[] = []
  const amplitudes: number[] = []
  let phase = 0
  let before: number | null = null
  for (let i = half >> 1; i < n - (half >> 1); i += hop) {
    let x = 0
    let y = 0
    let shares = 0
    const to = Math.min(half, n - 1 - i)
    for (let j = Math.max(-half, -i); j <= to; j++) {
      const share = kernel[Math.abs(j)]!
      x += re[i + j]! * share
      y += im[i + j]! * share
      shares += share
    }
    const angle: number = Math.atan2(y, x)
    if (before !== null) {
      const turned = angle - before
      phase += turned - 2 * Math.PI * Math.round(turned / (2 * Math.PI))
    }
    before = angle
    phases.push(phase)
    amplitudes.push(Math.hypot(x, y) / shares)
  }
  if (phases.length < 5) return { rate, ended: false }
  const sorted = amplitudes.toSorted((a, b) => a - b)
  const strong = sorted[Math.floor(0.75 * sorted.length)]!
  const last = amplitudes.slice(-Math.max(2, Math.ceil((Math.max(endedSeconds * hz, half) - half / 2) / hop)))
  const ended = last.reduce((sum, amplitude) => sum + amplitude, 0) < endedShare * strong * last.length
  const counted = rate + (driftOf(phases) * hz) / (2 * Math.PI * hop)
  if (!(Math.abs(counted - rate) <= farthest * rate)) return { rate, ended }
  const trust = trustOf(sorted[0]! / sorted[sorted.length >> 1]!, likeness, disturbed)
  return { rate: rate + trust * (counted - rate), ended }
}
