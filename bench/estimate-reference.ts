import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { transform } from '@eupnea/contract/rules/estimate/fourier.ts'

/** References for rate estimates: reference rates, and the plain estimate to beat. */

const lowest = 0.08
const highest = 0.7

/**
 * Plain FFT peak between 0.08 and 0.7 Hz: straight line subtracted, Hann window, zero-padded eightfold, parabola
 * through the peak. Gaps are interpolated linearly.
 * @returns breaths per minute
 */
export function fftPeak(samples: ArrayLike<number>, hz: number): number {
  const n = samples.length
  const values = Float64Array.from(samples)
  let last = -1
  for (let i = 0; i < n; i++) {
    if (Number.isNaN(values[i]!)) continue
    const before = values[Math.max(0, last)]!
    for (let j = last + 1; j < i; j++)
      values[j] = last < 0 ? values[i]! : before + ((values[i]! - before) * (j - last)) / (i - last)
    last = i
  }
  values.fill(values[last] ?? 0, last + 1)
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
 * Rates of the reference belts, breaths per minute, by "paced rate/metres/person" of the recording. Uses the peak of
 * the belt's force instead of its printed rate, which is a coarse moving value: with it, the FFT peak differs at 1 m by
 * the known 0.02 breaths a minute.
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
 * Instants (s) at which breaths begin in a clean wave: upward crossings of the middle between the minimum and maximum
 * of the surrounding 12 s, with a quarter of that span as hysteresis.
 */
export function countedBreaths(samples: ArrayLike<number>, hz: number): number[] {
  const n = samples.length
  const around = Math.round(6 * hz)
  const smooth = Math.round(0.2 * hz)
  const mean = (i: number) => {
    let sum = 0
    let count = 0
    for (let j = Math.max(0, i - smooth); j <= Math.min(n - 1, i + smooth); j++) {
      sum += samples[j]!
      count++
    }
    return sum / count
  }
  const values = Float64Array.from({ length: n }, (_, i) => mean(i))
  const starts: number[] = []
  let above = false
  for (let i = 0; i < n; i++) {
    const near = values.subarray(Math.max(0, i - around), i + around + 1)
    const least = near.reduce((a, b) => Math.min(a, b))
    const share = (values[i]! - least) / (near.reduce((a, b) => Math.max(a, b)) - least)
    if (!above && share > 0.625) starts.push(i / hz)
    above = above ? share > 0.375 : share > 0.625
  }
  return starts
}

/** Breaths per minute between the first and the last breath that begin in [from, to) s. */
export function countedRate(starts: readonly number[], from: number, to: number): number {
  const within = starts.filter((start) => start >= from && start < to)
  return (60 * (within.length - 1)) / (within.at(-1)! - within[0]!)
}
