import { readFile } from 'node:fs/promises'
import { basename } from 'node:path'

/**
 * Recorded respiration (LI-10): depth camera (`timestamp` in ms, `displacement`), BIDMC (`Time [s]`, `RESP`), any CSV
 * of time and value, and one-dimensional numpy arrays. Nothing is invented: a file without times needs a rate, and gaps
 * stay gaps.
 */

export interface Recording {
  /** file name without extension */
  readonly name: string
  /** samples a second */
  readonly hz: number
  /** evenly spaced, in the file's own unit; NaN in gaps of more than a second */
  readonly samples: Float32Array
}

export interface RecordingOptions {
  /** samples a second to resample to, 1..100; 20 by default */
  readonly hz?: number
  /** samples per second of a file without times; known by name for resp1…3 (1000) and resp4_CO2 (60) */
  readonly sourceHz?: number
  /** header of a CSV's value column; by default RESP or else the second column */
  readonly column?: string
}

interface Series {
  /** seconds, never decreasing; equal where the file rounds them */
  readonly times: Float64Array
  readonly values: Float64Array
}

/** Longest gap that is interpolated, seconds: dropped frames, not an interruption. */
const bridgedSeconds = 1

const knownRates: readonly [RegExp, number][] = [
  [/^resp\d+_(airflow|belt)$/i, 1000],
  [/^resp\d+_co2$/i, 60],
]

/** Reads a recording and resamples it evenly. @throws Error that names the file and the problem */
export async function readRecording(path: string, options: RecordingOptions = {}): Promise<Recording> {
  const { hz = 20 } = options
  if (!(hz >= 1 && hz <= 100)) throw new Error(`A wave has 1 to 100 samples a second, not ${hz}`)
  const file = basename(path)
  const name = file.replace(/\.[^.]*$/, '')
  const bytes = await readFile(path)
  try {
    const series = /\.npy$/i.test(file)
      ? evenSeries(parseNpy(bytes), options.sourceHz ?? rateByName(name))
      : parseCsv(bytes.toString('utf8'), options)
    return { name, hz, samples: resample(series, hz) }
  } catch (error) {
    throw new Error(`${file}: ${error instanceof Error ? error.message : String(error)}`, { cause: error })
  }
}

function rateByName(name: string): number {
  const known = knownRates.find(([pattern]) => pattern.test(name))
  if (!known) throw new Error('holds no times, so its rate has to be given (sourceHz)')
  return known[1]
}

function evenSeries(values: Float64Array, hz: number): Series {
  if (values.length < 2) throw new Error('has fewer than two samples')
  if (!(hz > 0 && Number.isFinite(hz))) throw new Error(`${hz} is no rate`)
  return { times: values.map((_, i) => i / hz), values }
}

/** One-dimensional float arrays in format versions 1 to 3 (numpy.lib.format). */
function parseNpy(bytes: Buffer): Float64Array {
  if (bytes.length < 12 || bytes.toString('latin1', 0, 6) !== '\x93NUMPY') throw new Error('is not a numpy file')
  const wide = bytes[6]! >= 2
  const headerStart = wide ? 12 : 10
  const dataStart = headerStart + (wide ? bytes.readUInt32LE(8) : bytes.readUInt16LE(8))
  const header = bytes.toString('latin1', headerStart, dataStart)
  const type = /'descr':\s*'([^']*)'/.exec(header)?.[1]
  const shape = /'shape':\s*\((\d+),\s*\)/.exec(header)?.[1]
  if (shape === undefined) throw new Error('is not a one-dimensional array')
  const match = /^([<>])f([48])$/.exec(type ?? '')
  if (!match) throw new Error(`holds ${type ?? 'no known type'}, not floats of 4 or 8 bytes`)
  const size = Number(match[2])
  const count = Number(shape)
  if (bytes.length < dataStart + count * size) throw new Error('ends before its last sample')
  const view = new DataView(bytes.buffer, bytes.byteOffset + dataStart, count * size)
  const little = match[1] === '<'
  return Float64Array.from({ length: count }, (_, i) =>
    size === 4 ? view.getFloat32(i * 4, little) : view.getFloat64(i * 8, little),
  )
}

function parseCsv(text: string, options: RecordingOptions): Series {
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const first = lines.findIndex((line) => line.trim() !== '')
  if (first < 0) throw new Error('is empty')
  const separator = [';', '\t', ','].find((candidate) => lines[first]!.includes(candidate))
  if (!separator) throw new Error('has no columns')
  const cells = (line: string) => line.split(separator).map((cell) => cell.trim())
  const number = (cell: string) =>
    cell === '' ? Number.NaN : Number(separator === ';' ? cell.replace(',', '.') : cell)
  const headings = cells(lines[first]!)
  const hasHeadings = headings.some((cell) => cell !== '' && Number.isNaN(number(cell)))
  const column = valueColumn(hasHeadings ? headings : [], options.column)
  const times: number[] = []
  const values: number[] = []
  for (let i = first + (hasHeadings ? 1 : 0); i < lines.length; i++) {
    if (lines[i]!.trim() === '') continue
    const row = cells(lines[i]!)
    const time = number(row[0] ?? '')
    const cell = row[column] ?? ''
    const value = number(cell)
    if (!Number.isFinite(time)) throw new Error(`line ${i + 1} has no time`)
    if (!Number.isFinite(value)) {
      if (cell === '' || /^nan$/i.test(cell)) continue
      throw new Error(`line ${i + 1} has no number but “${cell.slice(0, 20)}”`)
    }
    if (times.length > 0 && time < times.at(-1)!) throw new Error(`time runs backwards in line ${i + 1}`)
    times.push(time)
    values.push(value)
  }
  if (values.length < 2) throw new Error('has fewer than two samples')
  const scale = secondsPerUnit(hasHeadings ? headings[0]! : '', times)
  return { times: Float64Array.from(times, (time) => time * scale), values: Float64Array.from(values) }
}

function valueColumn(headings: readonly string[], wanted: string | undefined): number {
  if (wanted === undefined) return Math.max(1, headings.indexOf('RESP'))
  const found = headings.indexOf(wanted)
  if (found < 1) throw new Error(`has no column “${wanted}”`)
  return found
}

/** From the header, or from the step: up to 0.25 means seconds (4 Hz and more), from 4 on milliseconds. */
function secondsPerUnit(heading: string, times: readonly number[]): number {
  const scales = { s: 1, ms: 0.001 }
  if (/(^|[\W_])(ms|msec|milliseconds)([\W_]|$)/i.test(heading)) return scales.ms
  if (/(^|[\W_])(s|sec|seconds)([\W_]|$)/i.test(heading)) return scales.s
  const step = medianStep(times)
  if (step > 0 && step <= 0.25) return scales.s
  if (step >= 4) return scales.ms
  throw new Error('does not tell whether its time is in s or ms: say so in its heading, such as time_ms')
}

function medianStep(times: ArrayLike<number>): number {
  const steps = Float64Array.from({ length: times.length - 1 }, (_, i) => times[i + 1]! - times[i]!).sort()
  return steps[steps.length >> 1]!
}

/**
 * Evenly spaced from the first sample on. A denser series is averaged with a triangle two new steps wide, which removes
 * frequencies too high for the new rate; a sparser one is interpolated. Gaps stay gaps.
 */
function resample({ times, values }: Series, hz: number): Float32Array {
  const start = times[0]!
  const step = medianStep(times)
  if (step > bridgedSeconds) throw new Error('has less than one sample a second')
  if (step === 0) throw new Error('tells its times too coarsely')
  const denser = step * hz < 0.75
  // A small tolerance, so that 60 s at 20 Hz don't lose their last sample to rounding.
  const samples = new Float32Array(Math.floor((times.at(-1)! - start) * hz + 1e-6) + 1)
  let next = 1
  let from = 0
  for (let i = 0; i < samples.length; i++) {
    const time = start + i / hz
    while (next < times.length - 1 && times[next]! < time) next++
    const before = times[next - 1]!
    const gap = times[next]! - before
    if (gap > bridgedSeconds && time > before && time < times[next]!) {
      samples[i] = Number.NaN
      continue
    }
    let sum = 0
    let weights = 0
    if (denser) {
      while (times[from]! <= time - 1 / hz) from++
      for (let j = from; j < times.length && times[j]! < time + 1 / hz; j++) {
        const weight = 1 - Math.abs(times[j]! - time) * hz
        sum += weight * values[j]!
        weights += weight
      }
    }
    const share = gap > 0 ? Math.min(1, Math.max(0, (time - before) / gap)) : 1
    samples[i] = weights > 0 ? sum / weights : values[next - 1]! + share * (values[next]! - values[next - 1]!)
  }
  return samples
}
