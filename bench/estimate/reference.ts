import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from '@eupnea/contract/rules/estimate/fourier.ts'
import { likenessOf } from '@eupnea/contract/rules/estimate/likeness.ts'

/** What an estimate is measured against: reference rates, and the plain estimate that has to be beaten. */

const lowest = 0.08
const highest = 0.7

/** Holes bridged by straight lines. */
function closeHoles(samples: ArrayLike<number>): Float64Array {
  const values = Float64Array.from(samples)
  let last = -1
  for (let i = 0; i < values.length; i++) {
    if (Number.isNaN(values[i]!)) continue
    const before = values[Math.max(0, last)]!
    for (let j = last + 1; j < i; j++)
      values[j] = last < 0 ? values[i]! : before + ((values[i]! - before) * (j - last)) / (i - last)
    last = i
  }
  return values.fill(values[last] ?? 0, last + 1)
}

/**
 * Plain FFT peak between 0.08 and 0.7 Hz: straight line subtracted, Hann window, zero-padded eightfold, parabola
 * through the peak. Holes are bridged by straight lines.
 * @returns breaths per minute
 */
export function fftPeak(samples: ArrayLike<number>, hz: number): number {
  const n = samples.length
  const values = closeHoles(samples)
  const mean = values.reduce((sum, value) => sum + value, 0) / n
  let slope = 0
  for (let i = 0; i < n; i++) slope += ((i - (n - 1) / 2) * (values[i]! - mean) * 12) / (n * (n * n - 1))
  const length = 2 ** Math.ceil(Math.log2(8 * n))
  const re = new Float64Array(length)
  const im = new Float64Array(length)
  for (let i = 0; i < n; i++)
    re[i] = (values[i]! - mean - slope * (i - (n - 1) / 2)) * (0.5 - 0.5 * Math.cos((2 * Math.PI * i) / (n - 1)))
  transform(re, im, -1)
  const power = (k: number) => re[k]! ** 2 + im[k]! ** 2
  let best = Math.ceil((lowest * length) / hz)
  for (let k = best; k <= (highest * length) / hz; k++) if (power(k) > power(best)) best = k
  const bend = power(best - 1) - 2 * power(best) + power(best + 1)
  const shift = bend < 0 ? (0.5 * (power(best - 1) - power(best + 1))) / bend : 0
  return (60 * hz * (best + Math.max(-0.5, Math.min(0.5, shift)))) / length
}

/**
 * Rates of the reference belts, breaths per minute, by "paced rate/metres/person" of the recording. The peak of the
 * belt's own force is taken rather than its printed rate, which is a coarse moving value: with it the FFT peak comes
 * to the 0.02 breaths a minute that it is known to differ at 1 m.
 */
export async function beltRates(folder: string): Promise<Map<string, number>> {
  const rates = new Map<string, number>()
  const files = (await readdir(folder)).filter((file) => /^prob\d+_RBnew\.csv$/.test(file))
  for (const file of files) {
    const text = (await readFile(join(folder, file), 'utf8')).replace(/^\uFEFF/, '')
    const rows = text.split(/\r?\n/).map((line) => line.split(';'))
    for (const [column, heading] of rows[0]!.entries()) {
      const key = recordingKey(heading)
      if (key === null) continue
      const force: number[] = []
      for (const row of rows.slice(2)) {
        const cell = row[column + 1]
        if (row[column] && cell) force.push(Number(cell.replace(',', '.')))
      }
      rates.set(key, fftPeak(force, 10))
    }
  }
  return rates
}

/** "15bpm_2m_10fps_prob4" and "15bpm_2m_15fps_3dec_mean_prob4_C" are the same recording: 15/2/4. */
export function recordingKey(name: string): string | null {
  const parts = /^(\d+)bpm_(\d+)m_.*prob(\d+)/.exec(name)
  return parts ? parts.slice(1).join('/') : null
}

/**
 * First peak of the autocorrelation between 0.08 and 0.7 Hz that reaches nine tenths of the highest (McLeod 2005), of
 * the wave less its moving mean over 15 s. Holes are bridged by straight lines.
 * @returns breaths per minute
 */
export function autocorrelationPeak(samples: ArrayLike<number>, hz: number): number {
  const step = Math.max(1, Math.round(hz / 8))
  const closed = closeHoles(samples)
  const n = Math.floor(closed.length / step)
  const values = Float64Array.from({ length: n }, (_, i) => {
    let sum = 0
    for (let j = 0; j < step; j++) sum += closed[i * step + j]!
    return sum / step
  })
  const rate = hz / step
  const sums = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) sums[i + 1] = sums[i]! + values[i]!
  const half = Math.round(7.5 * rate)
  const around = values.map((value, i) => {
    const [from, to] = [Math.max(0, i - half), Math.min(n, i + half + 1)]
    return value - (sums[to]! - sums[from]!) / (to - from)
  })
  const likeness = likenessOf(around, Math.min(n - 1, Math.ceil(rate / lowest)))
  const peaks: number[] = []
  for (let lag = Math.max(1, Math.floor(rate / highest)); lag < likeness.length - 1; lag++)
    if (likeness[lag]! >= likeness[lag - 1]! && likeness[lag]! > likeness[lag + 1]!) peaks.push(lag)
  const greatest = Math.max(0, ...peaks.map((lag) => likeness[lag]!))
  const best = peaks.find((lag) => likeness[lag]! >= 0.9 * greatest)
  if (best === undefined) return Number.NaN
  const bend = likeness[best - 1]! - 2 * likeness[best]! + likeness[best + 1]!
  const shift = bend < 0 ? (0.5 * (likeness[best - 1]! - likeness[best + 1]!)) / bend : 0
  return (60 * rate) / (best + Math.max(-0.5, Math.min(0.5, shift)))
}

/**
 * Instants (s) at which breaths begin in a clean wave: crossings of the middle between the least and the greatest of
 * the 12 s around, upwards.
 * @param hysteresis share of that span
 */
export function countedBreaths(samples: ArrayLike<number>, hz: number, hysteresis = 0.25): number[] {
  const values = smoothed(samples, Math.round(0.2 * hz))
  const around = Math.round(6 * hz)
  const least = extremes(values, around, -1)
  const greatest = extremes(values, around, 1)
  const starts: number[] = []
  let above = false
  for (let i = 0; i < values.length; i++) {
    const share = (values[i]! - least[i]!) / (greatest[i]! - least[i]!)
    if (!above && share > 0.5 + hysteresis / 2) starts.push(i / hz)
    above = above ? share > 0.5 - hysteresis / 2 : share > 0.5 + hysteresis / 2
  }
  return starts
}

/** Mean of `half` samples on either side. */
function smoothed(samples: ArrayLike<number>, half: number): Float64Array {
  const n = samples.length
  const sums = new Float64Array(n + 1)
  for (let i = 0; i < n; i++) sums[i + 1] = sums[i]! + samples[i]!
  return Float64Array.from({ length: n }, (_, i) => {
    const [from, to] = [Math.max(0, i - half), Math.min(n, i + half + 1)]
    return (sums[to]! - sums[from]!) / (to - from)
  })
}

/** Greatest (sign 1) or least (sign -1) value within `half` samples of each, by a queue of those that may still win. */
function extremes(values: Float64Array, half: number, sign: 1 | -1): Float64Array {
  const n = values.length
  const queue = new Int32Array(n)
  let [head, tail] = [0, 0]
  let next = 0
  return values.map((_, i) => {
    for (; next < Math.min(n, i + half + 1); next++) {
      while (tail > head && sign * values[queue[tail - 1]!]! <= sign * values[next]!) tail--
      queue[tail++] = next
    }
    while (queue[head]! < i - half) head++
    return values[queue[head]!]!
  })
}

/** Breaths per minute between the first and the last breath that begin in [from, to) s. */
export function countedRate(starts: readonly number[], from: number, to: number): number {
  const within = starts.filter((start) => start >= from && start < to)
  return (60 * (within.length - 1)) / (within.at(-1)! - within[0]!)
}
