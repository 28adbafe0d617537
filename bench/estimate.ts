import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { type RateModel, rateModel } from '@eupnea/contract/rules/estimate/rate-model.ts'
import { followRate, noTracker } from '@eupnea/contract/rules/follow-rate.ts'
import { readOptions } from '../sensors/read-options.ts'
import { examplesOf, fitRates } from './estimate/fit.ts'
import { follow } from './estimate/no-breathing.ts'
import { readPeople, recordings, type Track } from './estimate/people.ts'
import { autocorrelationPeak, fftPeak } from './estimate/reference.ts'
import { faster, folded, noise, noises, stops, withStop } from './estimate/waves.ts'

/**
 * Goal (WA-14): mean absolute error below 0.3 a minute at 85% of windows, nothing doubled or halved at full confidence,
 * at most 1% of shown windows off by more than 2, null soon after a stop, no rate of noise.
 * With `--left-out`, every person and every kind of noise is judged by coefficients fitted without them.
 */

/** One judged window: breaths a minute of the reference, of ours (null: not shown) and of the plain estimates. */
interface Judged {
  readonly reference: number
  readonly rr: number | null
  readonly quality: number
  readonly fft: number
  readonly autocorrelation: number
}

const windowSeconds = 60
/** Windows are judged from here on, as a bed is: on what came until then. */
const fromSeconds = 30
const wrongBeyond = 2
const sure = 0.9

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? Number.NaN

/** Puts coefficients in place that were fitted without a source; does nothing unless `--left-out` asks for it. */
let fitWithout = (_source: string): void => {}

function judge(track: Track, every: number): { judged: Judged[]; first: number | null } {
  fitWithout(track.person)
  const { samples, hz } = track
  const judged: Judged[] = []
  let first: number | null = null
  for (const { at, rr, quality } of follow(samples, hz, Math.min(every, 5))) {
    if (rr !== null) first ??= at
    if (at < fromSeconds || at % every !== 0) continue
    const from = Math.max(0, at - windowSeconds)
    const reference = track.rateOf(from, at)
    if (reference === null) continue
    const window = samples.subarray(from * hz, at * hz)
    const plain = { fft: fftPeak(window, hz), autocorrelation: autocorrelationPeak(window, hz) }
    judged.push({ reference, rr, quality, ...plain })
  }
  return { judged, first }
}

const isMultiple = (rr: number, reference: number): boolean =>
  Math.abs(rr / reference - 2) < 0.2 || Math.abs(rr / reference - 0.5) < 0.05

const heads = [
  'windows',
  'shown',
  'error',
  'bias',
  '95% limits',
  'x2 x0.5',
  'sure x2',
  '> 2 off',
  'FFT',
  'autocorr',
  'first s',
]
const row = (name: string, cells: readonly (string | number)[]) =>
  console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(cell === '95% limits' ? 14 : 10)).join(''))

function print(name: string, judged: readonly Judged[], firsts: readonly (number | null)[]): void {
  const shown = judged.filter(({ rr }) => rr !== null)
  const errors = shown.map(({ rr, reference }) => rr! - reference)
  const bias = meanOf(errors)
  const spread = 1.96 * Math.sqrt(meanOf(errors.map((error) => (error - bias) ** 2)))
  const multiples = shown.filter(({ rr, reference }) => isMultiple(rr!, reference))
  row(name, [
    judged.length,
    (shown.length / judged.length).toFixed(3),
    meanOf(errors.map(Math.abs)).toFixed(3),
    bias.toFixed(3),
    `${(bias - spread).toFixed(2)}..${(bias + spread).toFixed(2)}`,
    multiples.length,
    multiples.filter(({ quality }) => quality > sure).length,
    `${((100 * errors.filter((error) => Math.abs(error) > wrongBeyond).length) / shown.length).toFixed(1)} %`,
    meanOf(judged.map(({ fft, reference }) => Math.abs(fft - reference))).toFixed(3),
    meanOf(judged.map(({ autocorrelation, reference }) => Math.abs(autocorrelation - reference))).toFixed(3),
    middle(firsts.map((first) => first ?? Number.POSITIVE_INFINITY)),
  ])
}

/** Of windows shown at a quality, how many are within a breath. */
function printReliability(judged: readonly Judged[]): void {
  console.log('\nquality    windows  said    within 1 breath')
  const bounds = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.98, 1.001]
  for (const [i, from] of bounds.slice(0, -1).entries()) {
    const within = judged.filter(({ rr, quality }) => rr !== null && quality >= from && quality < bounds[i + 1]!)
    const right = within.filter(({ rr, reference }) => Math.abs(rr! - reference) <= 1)
    const said = meanOf(within.map(({ quality }) => quality))
    console.log(
      `${from.toFixed(2)}…${String(within.length).padStart(12)}${said.toFixed(3).padStart(7)}${(right.length / within.length).toFixed(3).padStart(12)}`,
    )
  }
}

/** seconds */
const holds = [20, 30, windowSeconds]

/** Of held breaths cut in: from the stop to null, and how many are null in time and stay so, by their length. */
function printStops(set: string, tracks: readonly Track[]): void {
  const delays: number[] = []
  const good = holds.map(() => 0)
  for (const [number, track] of tracks.entries()) {
    fitWithout(track.person)
    for (const kind of stops)
      for (const at of [40, 52]) {
        if (track.samples.some(Number.isNaN)) continue
        const limit = Math.max(15, 120 / (track.rateOf(0, at) ?? 12))
        for (const [nth, seconds] of holds.entries()) {
          const wave = withStop(track.samples, track.hz, at, { seconds, kind, seed: number + at })
          const held = [...follow(wave, track.hz)].filter((each) => each.at > at && each.at <= at + seconds)
          const isNull = (each: (typeof held)[number]) => each.rr === null
          if (seconds === windowSeconds) delays.push((held.find(isNull)?.at ?? Number.POSITIVE_INFINITY) - at)
          if (held.some(isNull) && held.every((each) => isNull(each) || each.at <= at + limit)) good[nth]!++
        }
      }
  }
  const shares = good.map((some) => ((100 * some) / delays.length).toFixed(0)).join(' / ')
  console.log(
    `${set.padEnd(26)}${delays.length} stops, null after ${middle(delays)} s (median), in time and lasting ${shares} %`,
  )
}

function printNoise(): void {
  for (const kind of noises) {
    fitWithout(`noise ${kind}`)
    let [windows, shown] = [0, 0]
    for (let seed = 1; seed <= 120; seed++)
      for (const { at, rr } of follow(noise(kind, 180 * 20, 20, seed), 20, 3)) {
        if (at < 15) continue
        windows++
        if (rr !== null) shown++
      }
    console.log(`${kind.padEnd(26)}a rate in ${((100 * shown) / windows).toFixed(2)} % of ${windows} windows`)
  }
}

/** Microseconds of processor for one estimate. */
function cost({ samples, hz }: Track): string {
  const window = samples.subarray(0, windowSeconds * hz)
  const time = (run: () => void, rounds: number) => {
    run()
    const before = process.cpuUsage()
    for (let i = 0; i < rounds; i++) run()
    return process.cpuUsage(before).user / rounds
  }
  const one = time(() => followRate(noTracker, { end: 0, hz, samples: window }), 500)
  const followed = time(() => Array.from(follow(samples, hz)), 5) / Math.floor(samples.length / hz)
  return `${one.toFixed(0)} µs of processor for a window of 60 s, ${followed.toFixed(0)} µs for a followed second`
}

const { folder, 'left-out': isLeftOut } = readOptions({
  options: { folder: recordings, 'left-out': { type: 'boolean' } },
}).values
if (!existsSync(join(folder, 'depthcam_belt')) || !existsSync(join(folder, 'nights'))) {
  console.log(`skipped: no recordings in ${folder}`)
} else {
  const people = await readPeople(folder)
  const ofSet = (set: string) => people.filter((track) => track.set.startsWith(set))
  const [camera, icu, nights] = [ofSet('camera'), ofSet('ICU'), ofSet('night')]
  const byDay = people.filter(({ set }) => set !== 'night belt')
  if (isLeftOut) {
    const examples = examplesOf(people)
    const models = new Map<string, RateModel>()
    fitWithout = (source) =>
      Object.assign(
        rateModel,
        models.getOrInsertComputed(source, () => fitRates(examples.filter((example) => example.source !== source))),
      )
  }
  console.log('Rates as a bed gets them, from second 30 on, by what came until then (at most a minute and the memory).')
  console.log(
    'Error, FFT and autocorrelation: mean absolute error, breaths a minute, ours of the windows shown, theirs of',
  )
  console.log('all. Reference: belt (camera), or counted breaths where two counts agree and breaths are of a kind.\n')
  row('', heads)
  const all: Judged[] = []
  const rows = (tracks: readonly Track[], every: number, isOwn = true) => {
    for (const [set, group] of Map.groupBy(tracks, ({ set }) => set)) {
      const results = group.map((track) => judge(track, every))
      const judged = results.flatMap((result) => result.judged)
      print(
        set,
        judged,
        results.map(({ first }) => first),
      )
      if (isOwn) all.push(...judged)
    }
  }
  rows(byDay, 5)
  rows(nights, 60)
  const cameraJudged = camera.flatMap((track) => judge(track, 5).judged)
  print('camera, all', cameraJudged, [])
  const clean = camera.filter(({ set }) => set === 'camera 1 m')
  const fast = [...icu.map((track) => faster(track, 2.4, 150)), ...nights.map((track) => faster(track, 3.2, 600))]
  rows(
    fast.map((track) => ({ ...track, set: 'played to about 50' })),
    5,
    false,
  )
  rows(
    clean.map((track) => ({ ...track, set: 'folded (looks doubled)', samples: folded(track.samples, 0.6) })),
    5,
    false,
  )
  printReliability(all)
  console.log(`\nHeld breaths of ${holds.join(', ')} s, cut in`)
  for (const [set, group] of Map.groupBy(byDay, ({ set }) => set)) printStops(set, group)
  console.log('\nNothing but noise, 3 minutes each')
  printNoise()
  console.log(`\n${cost(clean[0]!)}`)
  const shown = cameraJudged.filter(({ rr }) => rr !== null)
  const ours = meanOf(shown.map(({ rr, reference }) => Math.abs(rr! - reference)))
  const fft = meanOf(shown.map(({ fft: peak, reference }) => Math.abs(peak - reference)))
  console.log(
    `ratio ${(ours / fft).toFixed(2)} (our mean absolute error / FFT peak's on the same camera windows; shown ${(shown.length / cameraJudged.length).toFixed(2)})`,
  )
}
