import type { Band } from './breathing-band.ts'
import { likenessAt, likenessByDrift, likenessNear, likenessOf } from './likeness.ts'

/**
 * Which peak of the spectrum is the breathing, and how sure that is. Each of the strongest peaks is judged by its
 * power, by how much the wave resembles itself one and two of its periods later (a harmonic doesn't, nor do drift and
 * noise), by how many breaths were seen, and by how usual the rate is.
 */

/** Hz: 3.3 and 63 breaths a minute. */
const slowest = 0.055
const fastest = 1.05
/** Fewer breaths than this are no rhythm. */
const leastBreaths = 2.5
/** Seconds; the period of the slowest rate plus a margin. */
const longestPeriod = 20
const judgedPeaks = 4
const weakestPeak = 0.02
/** breaths a second; the middle of the usual rates */
const usualRate = 0.25

/**
 * Logistic regression of "right within 1.5 breaths a minute or 8 %" on 48,000 simulated windows of 20 to 60 s: no
 * breathing in a quarter of them, else 4 to 60 breaths a minute of three shapes and up to 20 % variation, in seven
 * kinds of noise (white, heavy-tailed, pink, AR(1) of 0.5 and 2 s, random walk, mixed) at amplitude ratios of 0.05 to
 * 5, with steps, spikes, bursts of movement and hearts. No recording of a person went into it.
 */
const model = { base: -5.5, lead: 0.55, once: 5.8, twice: 2.05, breaths: 1.5, unusual: -1.9 }
const greatestLead = 50

export interface Choice {
  /** Hz */
  readonly rate: number
  /** estimated probability that the rate is right, 0..1 */
  readonly quality: number
  /** of the wave to itself one breath later, -1..1: the share of it that is breathing */
  readonly likeness: number
}

/** Position of a peak between bins, from a parabola through the logarithms; without the weight, which would shift it. */
function refine({ power, weight }: Band, k: number): number {
  const log = (i: number) => Math.log(power[i]! / weight[i]!)
  const left = log(k - 1)
  const right = log(k + 1)
  const bend = left - 2 * log(k) + right
  return bend < 0 ? k + Math.max(-0.5, Math.min(0.5, (0.5 * (left - right)) / bend)) : k
}

/** Peaks of the band, strongest first. */
function peaksOf({ power, binHz }: Band, seconds: number): number[] {
  const from = Math.ceil(Math.max(slowest, leastBreaths / seconds) / binHz)
  const to = Math.min(power.length - 2, Math.floor(fastest / binHz))
  const peaks: number[] = []
  let strongest = 0
  for (let k = from; k <= to; k++) {
    if (!(power[k]! > 0 && power[k]! >= power[k - 1]! && power[k]! >= power[k + 1]!)) continue
    peaks.push(k)
    strongest = Math.max(strongest, power[k]!)
  }
  return peaks.filter((k) => power[k]! > weakestPeak * strongest).sort((a, b) => power[b]! - power[a]!)
}

const isPartOf = (k: number, rhythm: number, times: readonly number[], width: number): boolean =>
  times.some((factor) => Math.abs(k - rhythm * factor) < width)

/** Power of the strongest peak that is neither the chosen one nor its half, double or triple; 0 without one. */
function rivalOf(power: Float64Array, peaks: readonly number[], chosen: number, width: number): number {
  const rival = peaks.find((k) => !isPartOf(k, chosen, [0.5, 1, 2, 3], width))
  return rival === undefined ? 0 : power[rival]!
}

/** Something faster than any breathing is stronger than the chosen rhythm: a heart, a fan. The rhythm is its echo. */
function isOutdone({ power, binHz }: Band, chosen: number, width: number): boolean {
  for (let k = Math.ceil(fastest / binHz); k < power.length; k++)
    if (power[k]! > power[chosen]! && !isPartOf(k, chosen, [1, 2, 3, 4, 5, 6], width)) return true
  return false
}

/** @param hz of the band's wave @returns null when no rhythm stands out in the band */
export function chooseRate(band: Band, hz: number): Choice | null {
  const { power, binHz, wave } = band
  const seconds = wave.length / hz
  const peaks = peaksOf(band, seconds)
  const likeness = likenessOf(wave, Math.ceil(Math.min(0.6 * wave.length, longestPeriod * hz)))
  let best: { k: number; rate: number; once: number; score: number } | null = null
  for (const k of peaks.slice(0, judgedPeaks)) {
    const rate = refine(band, k) * binHz
    const drift = likenessByDrift(likeness, hz / rate)
    const once = likenessNear(likeness, hz / rate) - drift
    const further = likenessAt(likeness, (2 * hz) / rate)
    const twice = further === null ? once : further - drift
    const score =
      model.base +
      model.once * once +
      model.twice * twice +
      model.breaths * Math.log(rate * seconds) +
      model.unusual * Math.log(rate / usualRate) ** 2
    const withPower = score + model.lead * Math.log(power[k]!)
    if (!best || withPower > best.score + model.lead * Math.log(power[best.k]!)) best = { k, rate, once, score }
  }
  const width = 1.5 / seconds / binHz
  if (!best || isOutdone(band, best.k, width)) return null
  const rival = rivalOf(power, peaks, best.k, width)
  const lead = Math.log(rival > 0 ? Math.min(greatestLead, power[best.k]! / rival) : greatestLead)
  return { rate: best.rate, quality: 1 / (1 + Math.exp(-(best.score + model.lead * lead))), likeness: best.once }
}
