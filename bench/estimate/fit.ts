import { bandOf } from '@eupnea/contract/rules/estimate/breathing-band.ts'
import { conditionWave } from '@eupnea/contract/rules/estimate/condition-wave.ts'
import { countBreaths } from '@eupnea/contract/rules/estimate/count-breaths.ts'
import { shortestSeconds, stretchOf } from '@eupnea/contract/rules/estimate/judge-stretch.ts'
import { rateCandidates } from '@eupnea/contract/rules/estimate/rate-candidates.ts'
import { evidenceNames, type RateModel, rateModel } from '@eupnea/contract/rules/estimate/rate-model.ts'
import { findStillness } from '@eupnea/contract/rules/estimate/stillness.ts'
import { gaussianOf, randomOf } from '@eupnea/contract/rules/estimate/synthetic-wave.fixture.ts'
import type { Track } from './people.ts'
import { faster, folded, noise, noises, spreadOf, stops, withStop } from './waves.ts'

/** The fit behind `rate-model.ts`: windows of recordings, of noise and of simulated breathing, and the coefficients. */

/** One window: the evidence for each candidate, after a 1 for `base`, and which candidates are right. */
interface Example {
  /** whom or what it comes from: one weight for all its windows, which are left out together */
  readonly source: string
  readonly evidence: readonly Float64Array[]
  readonly right: readonly boolean[]
}

const windowSeconds = [20, 30, 45, 60]
const rightWithin = 1
/** Seconds after which a stop has no rate any more. */
const stoppedBy = 15
/** What each kind of noise weighs; a person and the simulation weigh 1. */
const noiseWeight = 0.8
const noiseWindows = 1_200
const simulatedWindows = 3_000
/** Rate of a window in which nobody breathes. */
const none = 0
const ridge = 1e-3

/** @param rate breaths a minute @returns null where the estimate would not judge the window either */
function exampleOf(source: string, wave: ArrayLike<number>, hz: number, rate: number): Example | null {
  const stretch = stretchOf(wave, hz, 60)
  if (!stretch) return null
  const { stoppedFor, breathesFrom } = findStillness(stretch.values, stretch.hz, { moves: null, breath: null })
  const values = stretch.values.subarray(breathesFrom)
  const conditioned =
    stoppedFor === null && values.length >= shortestSeconds * stretch.hz ? conditionWave(values, stretch.hz) : null
  if (!conditioned) return null
  const band = bandOf(conditioned.values, stretch.hz)
  const candidates = rateCandidates(band, stretch.hz)
  const disturbed = conditioned.disturbed + stretch.hidden
  return {
    source,
    evidence: candidates.map(({ evidence }) => Float64Array.of(1, ...evidenceNames.map((name) => evidence[name]))),
    right: candidates.map((each) => {
      const count = countBreaths(band.wave, stretch.hz, { ...each, disturbed })
      return rate !== none && Math.abs(60 * count.rate - rate) <= rightWithin
    }),
  }
}

/** Windows of a recording, and each once more: noisier, faster, folded so that it looks doubled, or stopped. */
function* recorded(track: Track, random: () => number): Generator<Example | null> {
  const { hz, samples, person } = track
  const hop = track.set === 'night belt' ? 90 : track.set.startsWith('camera') ? 3 : 8
  for (const seconds of windowSeconds)
    for (let from = 0; from + seconds <= samples.length / hz; from += hop) {
      const rate = track.rateOf(from, from + seconds)
      const wave = samples.subarray(Math.round(from * hz), Math.round((from + seconds) * hz))
      if (rate === null || wave.some(Number.isNaN)) continue
      yield exampleOf(person, wave, hz, rate)
      const kind = Math.floor(4 * random())
      if (kind === 0) {
        const share = 0.3 * Math.exp(random() * Math.log(10)) * spreadOf(wave)
        const added = noise(noises[Math.floor(random() * noises.length)]!, wave.length, hz, Math.floor(random() * 1e9))
        const noisy = wave.map((value, i) => value + share * added[i]!)
        yield exampleOf(person, noisy, hz, rate)
      } else if (kind === 1) {
        const times = 1 + 2.5 * random()
        const quick = faster({ ...track, samples: samples.subarray(Math.round(from * hz)) }, times, seconds)
        const quickRate = track.rateOf(from, from + times * seconds)
        if (quickRate !== null && quickRate * times < 62 && quick.samples.length >= seconds * hz - 1)
          yield exampleOf(person, quick.samples, hz, quickRate * times)
      } else if (kind === 2) {
        yield exampleOf(person, folded(wave, 0.45 + 0.25 * random()), hz, rate)
      } else {
        const stop = { seconds, kind: stops[Math.floor(random() * stops.length)]!, seed: from + 1 }
        const past = Math.round((stoppedBy + random() * (seconds - stoppedBy)) * hz)
        yield exampleOf(person, withStop(wave, hz, seconds, stop).subarray(past, past + wave.length), hz, none)
      }
    }
}

/** Breaths of unequal length, depth and shape at 4 to 60 a minute, in noise, with steps and hearts. */
function simulated(seed: number): Example | null {
  const [gaussian, random] = [gaussianOf(seed), randomOf(seed + 0.5e6)]
  const [hz, seconds] = [20, windowSeconds[seed % windowSeconds.length]!]
  const rate = 4 * Math.exp(random() * Math.log(15))
  const vary = 0.2 * random() ** 2
  const shape = Math.floor(3 * random())
  const lengthOf = () => (60 / rate) * Math.exp(vary * gaussian())
  let [phase, length, depth, breaths] = [random(), lengthOf(), 1, 0]
  const wave = Float32Array.from({ length: seconds * hz }, () => {
    breaths += 1 / (length * hz)
    phase += 1 / (length * hz)
    if (phase >= 1) [phase, length, depth] = [phase - 1, lengthOf(), Math.exp(vary * gaussian())]
    if (shape === 0) return -depth * Math.cos(2 * Math.PI * phase)
    return (
      depth * (shape === 1 ? 2 * Math.exp(-((phase - 0.5) ** 2) / 0.02) : phase < 0.4 ? 5 * phase : (1 - phase) / 0.3)
    )
  })
  const spread = spreadOf(wave)
  const added = noise(noises[Math.floor(noises.length * random())]!, wave.length, hz, seed)
  const share = 0.05 * Math.exp(random() * Math.log(60)) * spread
  const step = random() < 0.3 ? 20 * (random() - 0.5) * spread : 0
  const stepAt = random() * wave.length
  const heart = random() < 0.3 ? 0.3 * random() * spread : 0
  const turn = (2 * Math.PI * (0.85 + 0.7 * random())) / hz
  const disturbed = wave.map(
    (value, i) => value + share * added[i]! + (i > stepAt ? step : 0) + heart * Math.sin(turn * i),
  )
  return exampleOf('simulated', disturbed, hz, (60 * breaths) / seconds)
}

export function examplesOf(tracks: readonly Track[]): Example[] {
  const random = randomOf(42)
  const examples = tracks.flatMap((track) => [...recorded(track, random)])
  for (const kind of noises)
    for (let i = 0; i < noiseWindows; i++) {
      const length = 20 * windowSeconds[i % windowSeconds.length]!
      examples.push(exampleOf(`noise ${kind}`, noise(kind, length, 20, 50_000 + i), 20, none))
    }
  for (let i = 0; i < simulatedWindows; i++) examples.push(simulated(i))
  return examples.filter((example) => example !== null)
}

const weightOf = (source: string) => (source.startsWith('noise') ? noiseWeight : 1)

/** Multinomial logit of "this candidate" and "none", ridge on standardised evidence, by BFGS. */
export function fitRates(examples: readonly Example[]): RateModel {
  const counts = new Map<string, number>()
  for (const { source } of examples) counts.set(source, (counts.get(source) ?? 0) + 1)
  const rows = examples.flatMap(({ evidence }) => evidence)
  const size = evidenceNames.length + 1
  const means = Float64Array.from({ length: size }, (_, k) => rows.reduce((sum, row) => sum + row[k]!, 0) / rows.length)
  const spreads = means.map((mean, k) =>
    Math.sqrt(rows.reduce((sum, row) => sum + (row[k]! - mean) ** 2, 0) / rows.length),
  )
  means[0] = 0
  spreads[0] = 1
  const data = examples.map(({ source, evidence, right }) => ({
    weight: weightOf(source) / counts.get(source)!,
    rows: evidence.map((row) => row.map((value, k) => (value - means[k]!) / spreads[k]!)),
    right,
    isRight: right.some(Boolean),
  }))
  const loss = (at: Float64Array) => {
    const slope = at.map((value, k) => (k === 0 ? 0 : 2 * ridge * value))
    let total = ridge * at.reduce((sum, value, k) => (k === 0 ? sum : sum + value * value), 0)
    for (const { weight, rows, right, isRight } of data) {
      const odds = rows.map((row) =>
        Math.exp(
          Math.min(
            40,
            row.reduce((sum, value, k) => sum + value * at[k]!, 0),
          ),
        ),
      )
      const all = odds.reduce((sum, each) => sum + each, 1)
      const good = isRight ? odds.reduce((sum, each, i) => (right[i] ? sum + each : sum), 0) : 1
      total += weight * Math.log(all / good)
      for (const [i, row] of rows.entries()) {
        const pull = weight * (odds[i]! / all - (isRight && right[i] ? odds[i]! / good : 0))
        for (let k = 0; k < size; k++) slope[k]! += pull * row[k]!
      }
    }
    return { total, slope }
  }
  const best = least(loss, size)
  const model = best.map((value, k) => value / spreads[k]!)
  model[0]! -= best.reduce((sum, value, k) => (k === 0 ? sum : sum + (value * means[k]!) / spreads[k]!), 0)
  return { ...rateModel, ...Object.fromEntries(['base', ...evidenceNames].map((name, k) => [name, model[k]!])) }
}

/** Least of a smooth function, from 0, by BFGS. */
function least(loss: (at: Float64Array) => { total: number; slope: Float64Array }, size: number): Float64Array {
  const dot = (a: Float64Array, b: Float64Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0)
  let at = new Float64Array(size)
  let now = loss(at)
  let inverse = Array.from({ length: size }, (_, i) => Float64Array.from({ length: size }, (_, k) => (i === k ? 1 : 0)))
  for (let round = 0; round < 200; round++) {
    const way = Float64Array.from(inverse, (row) => -dot(row, now.slope))
    const fall = dot(way, now.slope)
    let share = 1
    let next = { at: at.map((value, k) => value + way[k]!), ...now }
    for (; share > 1e-6; share /= 2) {
      const there = at.map((value, k) => value + share * way[k]!)
      next = { at: there, ...loss(there) }
      if (next.total <= now.total + 1e-4 * share * fall) break
    }
    const gain = now.total - next.total
    const step = next.at.map((value, k) => value - at[k]!)
    const change = next.slope.map((value, k) => value - now.slope[k]!)
    at = next.at
    now = next
    if (gain < 1e-7) break
    const bend = dot(step, change)
    if (bend <= 0) continue
    const turned = Float64Array.from(inverse, (row) => dot(row, change))
    const scale = 1 + dot(change, turned) / bend
    inverse = inverse.map((row, i) =>
      row.map(
        (value, k) => value + (scale * step[i]! * step[k]! - turned[i]! * step[k]! - step[i]! * turned[k]!) / bend,
      ),
    )
  }
  return at
}
