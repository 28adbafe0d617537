import type { Band } from './breathing-band.ts'
import { likenessAt, likenessByDrift, likenessNear, likenessOf } from './likeness.ts'

/**
 * The rates that a wave may show, and what speaks for and against each: the strongest peaks of its spectrum, and half
 * the rate of the strongest, because a breath of two unequal halves has its strongest peak at twice its rate.
 */

/** Hz: 3.3 and 63 breaths a minute. */
const slowest = 0.055
const fastest = 1.05
/** Fewer breaths than this are no rhythm. */
const leastBreaths = 2.7
const judgedPeaks = 5
const halvedPeaks = 3
const weakestPeak = 0.02
/** Hz; the middle of the usual rates, and where breathing is so fast that hardly anything else looks like it */
const usualRate = 0.25
const fastRate = 0.6
/** Hz; noise between these shows how white the noise within the band is */
const noiseFrom = 1.3
const noiseTo = 3.4

/** For and against a candidate; the coefficients in `rate-model.ts` carry the same names. */
export interface Evidence {
  /** power, of the strongest peak (logarithm) */
  readonly power: number
  /** likeness of the wave to itself one and two periods later, without what drift lends to it */
  readonly once: number
  readonly twice: number
  /** by how much even multiples of the period resemble more than odd ones: then two of these breaths are one */
  readonly alternation: number
  /** distance from the usual rate, octaves in a way (natural logarithm), and its square */
  readonly unusual: number
  readonly unusualSquared: number
  readonly fast: number
  /** greatest power beyond any breathing, of the strongest peak (logarithm): a heart, a fan */
  readonly beyond: number
  /** 1 where the wave is too short to show the second period */
  readonly short: number
  /** noise beyond the band, of what is in the band (logarithm); low where noise is coloured or breathing is strong */
  readonly whiteness: number
  readonly whiteLikeness: number
  /**
   * least amplitude of the rhythm in a third of the wave, of the wave's level, times the logarithm of the number of
   * breaths: a few steady ones are seen in mere noise
   */
  readonly weakestThird: number
}

export interface Candidate {
  /** Hz */
  readonly rate: number
  /** of the wave to itself one breath later, -1..1: the share of it that is breathing */
  readonly likeness: number
  readonly evidence: Evidence
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
function peaksOf(power: Float64Array, from: number, to: number): number[] {
  const peaks: number[] = []
  let strongest = 0
  for (let k = from; k <= to; k++) {
    if (!(power[k]! > 0 && power[k]! >= power[k - 1]! && power[k]! >= power[k + 1]!)) continue
    peaks.push(k)
    strongest = Math.max(strongest, power[k]!)
  }
  return peaks.filter((k) => power[k]! > weakestPeak * strongest).sort((a, b) => power[b]! - power[a]!)
}

/** Amplitude of one frequency in each third of the wave, and the wave's root mean square. */
function thirds(wave: Float64Array, turn: number): { amplitudes: number[]; level: number } {
  const n = wave.length
  const [cos, sin] = [Math.cos(turn), Math.sin(turn)]
  let squares = 0
  const amplitudes = [0, 1, 2].map((part) => {
    const from = Math.floor((part * n) / 3)
    const to = Math.floor(((part + 1) * n) / 3)
    let [x, y, re, im] = [0, 0, 1, 0]
    for (let i = from; i < to; i++) {
      x += wave[i]! * re
      y += wave[i]! * im
      squares += wave[i]! * wave[i]!
      const next: number = re * cos - im * sin
      im = re * sin + im * cos
      re = next
    }
    return Math.hypot(x, y) / (to - from)
  })
  return { amplitudes, level: Math.sqrt(squares / n) }
}

const sumOf = (values: Float64Array, from: number, to: number): number => {
  let sum = 0
  for (let i = Math.max(1, from); i <= Math.min(values.length - 1, to); i++) sum += values[i]!
  return sum
}
const greatestOf = (values: Float64Array, from: number, to: number): number => {
  let greatest = 0
  for (let i = Math.max(1, from); i <= Math.min(values.length - 1, to); i++) greatest = Math.max(greatest, values[i]!)
  return greatest
}

/** @param hz of the band's wave @returns none when no rhythm stands out in the band */
export function rateCandidates(band: Band, hz: number): Candidate[] {
  const { power, weight, binHz, wave } = band
  const seconds = wave.length / hz
  const least = Math.max(slowest, leastBreaths / seconds)
  const from = Math.max(2, Math.ceil(least / binHz))
  const to = Math.min(power.length - 2, Math.floor(fastest / binHz))
  const peaks = peaksOf(power, from, to).slice(0, judgedPeaks)
  if (peaks.length === 0) return []
  /** bins of the line that a steady rhythm makes */
  const width = 1.5 / seconds / binHz
  const places = peaks.map((k) => refine(band, k))
  for (const place of places.slice(0, halvedPeaks)) {
    const half = place / 2
    if (half * binHz >= least && !places.some((other) => Math.abs(other - half) < 0.7 * width)) places.push(half)
  }
  const bare = power.map((value, k) => (weight[k]! > 0 ? value / weight[k]! : 0))
  const strongest = power[peaks[0]!]!
  const beyond = greatestOf(power, to + 1, power.length - 2)
  const perBin = (lower: number, upper: number) =>
    sumOf(bare, Math.ceil(lower / binHz), Math.floor(upper / binHz)) / ((upper - lower) / binHz)
  const breathing = perBin(0.05, fastest)
  const noise = perBin(noiseFrom, Math.min(noiseTo, hz / 2 - binHz))
  const whiteness = Math.log((Math.max(0, noise) + 1e-5 * breathing) / breathing)
  const longest = (4.1 * hz) / (Math.min(...places) * binHz)
  const likeness = likenessOf(wave, Math.ceil(Math.min(0.75 * wave.length, longest)))
  return places.map((place) => {
    const rate = place * binHz
    const period = hz / rate
    const drift = likenessByDrift(likeness, period)
    const first = likenessNear(likeness, period)
    const second = 2.15 * period < likeness.length ? likenessNear(likeness, 2 * period) : null
    const third = likenessAt(likeness, 3 * period)
    const fourth = likenessAt(likeness, 4 * period)
    const odd = third === null ? first : (first + third) / 2
    const even = second === null ? first : fourth === null ? second : (second + fourth) / 2
    const { amplitudes, level } = thirds(wave, (2 * Math.PI * rate) / hz)
    const once = first - drift
    const unusual = Math.log(rate / usualRate)
    return {
      rate,
      likeness: once,
      evidence: {
        power: Math.log(
          greatestOf(power, Math.round(place - width / 2), Math.round(place + width / 2)) / strongest + 1e-4,
        ),
        once,
        twice: second === null ? once : second - drift,
        alternation: Math.max(0, even - odd),
        unusual,
        unusualSquared: unusual ** 2,
        fast: Math.max(0, Math.log(rate / fastRate)),
        beyond: Math.log(beyond / strongest + 1e-4),
        short: second === null ? 1 : 0,
        whiteness,
        whiteLikeness: whiteness * once,
        weakestThird: (Math.log(rate * seconds) * Math.min(...amplitudes)) / (level + 1e-9),
      },
    }
  })
}
