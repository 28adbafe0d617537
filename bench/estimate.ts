import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { estimateRr } from '@eupnea/contract/rules/estimate-rr.ts'
import { type Recording, readRecording } from '@eupnea/sensors/recordings.ts'
import { beltRates, countedBreaths, countedRate, fftPeak, recordingKey } from './estimate-reference.ts'

/**
 * Goal: rates from recorded waves nearer to the reference than a plain FFT peak's, with a number in at least 85 % of
 * the windows. `npx node bench/estimate.ts [folder]`, the folder of recordings by default ../shared/data/respiration.
 */

interface Window {
  readonly group: string
  readonly person: string
  readonly samples: Float32Array
  readonly hz: number
  /** breaths per minute */
  readonly reference: number
}

interface Score {
  readonly windows: number
  readonly coverage: number
  readonly ours: number
  readonly fft: number
  readonly fftAll: number
  readonly wrong: number
}

/** A larger error counts as a wrong number, breaths per minute. */
const wrongBeyond = 2

function* windowsOf({ samples, hz }: Recording, seconds: number, every: number) {
  for (let from = 0; from + seconds <= samples.length / hz; from += every)
    yield { from, samples: samples.subarray(Math.round(from * hz), Math.round((from + seconds) * hz)) }
}

async function cameraWindows(folder: string): Promise<Window[]> {
  const belts = await beltRates(folder)
  const windows: Window[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('_C.csv')).sort()) {
    const key = recordingKey(file)
    const reference = key === null ? undefined : belts.get(key)
    if (key === null || reference === undefined) throw new Error(`${file} has no belt`)
    const recording = await readRecording(join(folder, file), { hz: 15 })
    const [, metres, person] = key.split('/')
    const add = (kind: string, samples: Float32Array) =>
      windows.push({ group: `camera ${metres} m, ${kind}`, person: `person ${person}`, samples, hz: 15, reference })
    add('whole', recording.samples)
    for (const { samples } of windowsOf(recording, 60, 5)) add('60 s', samples)
    for (const { samples } of windowsOf(recording, 30, 5)) add('30 s', samples)
  }
  return windows
}

async function icuWindows(folder: string): Promise<Window[]> {
  const windows: Window[] = []
  for (const file of (await readdir(folder)).filter((name) => /_Signals\.csv$/i.test(name)).sort()) {
    const recording = await readRecording(join(folder, file), { hz: 25 })
    const starts = countedBreaths(recording.samples, recording.hz)
    for (const { from, samples } of windowsOf(recording, 60, 60))
      windows.push({
        group: 'ICU impedance, 60 s',
        person: file.slice(0, 8),
        samples,
        hz: 25,
        reference: countedRate(starts, from, from + 60),
      })
  }
  return windows
}

const meanOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

function score(windows: readonly Window[]): Score {
  const judged = windows.map(({ samples, hz, reference }) => {
    const { rr } = estimateRr(samples, hz)
    return { ours: rr === null ? null : Math.abs(rr - reference), fft: Math.abs(fftPeak(samples, hz) - reference) }
  })
  const answered = judged.filter(({ ours }) => ours !== null)
  return {
    windows: windows.length,
    coverage: answered.length / windows.length,
    ours: meanOf(answered.map(({ ours }) => ours!)),
    fft: meanOf(answered.map(({ fft }) => fft)),
    fftAll: meanOf(judged.map(({ fft }) => fft)),
    wrong: answered.filter(({ ours }) => ours! > wrongBeyond).length,
  }
}

function print(name: string, { windows, coverage, ours, fft, fftAll, wrong }: Score): void {
  const cells = [windows, coverage.toFixed(2), ours.toFixed(3), fft.toFixed(3), fftAll.toFixed(3), wrong]
  console.log(name.padEnd(26) + cells.map((cell) => String(cell).padStart(10)).join(''))
}

function printGroups(windows: readonly Window[], key: (window: Window) => string): void {
  for (const [name, group] of Map.groupBy(windows, key)) print(name, score(group))
}

/** Milliseconds of processor for one estimate. */
function cost({ samples, hz }: Window): number {
  const rounds = 1_000
  for (let i = 0; i < rounds; i++) estimateRr(samples, hz)
  const before = process.cpuUsage()
  for (let i = 0; i < rounds; i++) estimateRr(samples, hz)
  return process.cpuUsage(before).user / 1_000 / rounds
}

const folder = process.argv[2] ?? join(import.meta.dirname, '../../shared/data/respiration')
const camera = join(folder, 'depthcam_belt')
const icu = join(folder, 'bidmc')
if (!existsSync(camera) || !existsSync(icu)) {
  console.log(`skipped: no recordings in ${folder}`)
} else {
  const windows = [...(await cameraWindows(camera)), ...(await icuWindows(icu))]
  const whole = windows.filter(({ group }) => group.endsWith('whole'))
  console.log(
    'Mean absolute error, breaths a minute. The reference of the camera is the belt; the ICU record comes without',
  )
  console.log('annotations here, and its breaths are counted by threshold crossings with hysteresis instead.')
  console.log('FFT: peak between 0.08 and 0.7 Hz; "same": on the windows that ours answers.\n')
  console.log(
    ''.padEnd(26) +
      ['windows', 'coverage', 'ours', 'FFT same', 'FFT all', '> 2 off'].map((cell) => cell.padStart(10)).join(''),
  )
  printGroups(windows, ({ group }) => group)
  print('camera all, whole', score(whole))
  printGroups(whole, ({ person }) => `${person}, whole`)
  const sixty = windows.find(({ group }) => group.endsWith('m, 60 s'))
  if (sixty) console.log(`\none estimate of 60 s at 15 Hz: ${cost(sixty).toFixed(2)} ms of processor`)
  const judged = score(windows.filter(({ group }) => group.endsWith('whole') || group.startsWith('ICU')))
  const ratio = (judged.ours / judged.fft).toFixed(2)
  console.log(
    `ratio ${ratio} (our mean absolute error / FFT peak's on the same windows; coverage ${judged.coverage.toFixed(2)})`,
  )
}
