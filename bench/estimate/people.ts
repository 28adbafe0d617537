import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readRecording } from '@eupnea/sensors/recordings.ts'
import { beltRates, countedBreaths, countedRate, recordingKey } from './reference.ts'

/** The recordings with what is known of them: who it was, and the rate at any time. */

export interface Track {
  /** kind of recording, as the tables name it */
  readonly set: string
  /** whom it comes from; what is fitted without a person is judged on that person */
  readonly person: string
  readonly hz: number
  readonly samples: Float32Array
  /** breaths a minute between two seconds of the track; null where the reference itself is in doubt */
  rateOf(from: number, to: number): number | null
}

/** The option that names the folder of recordings. */
export const recordings = { type: 'string', default: '../shared/data/respiration' } as const

/** Two ways of counting the same breaths must agree this closely, breaths a minute, or the reference is in doubt. */
const doubtBeyond = 0.5
/** So it is where a breath is longer or shorter than these multiples of the usual one: missed, moved, or paused. */
const plausibleBreath = [0.5, 1.7] as const

/** Breaths counted in a clean wave; in doubt where a bolder count differs, or where they are too unequal. */
function counted(samples: Float32Array, hz: number): Track['rateOf'] {
  const [usual, bold] = [0.25, 0.15].map((hysteresis) => countedBreaths(samples, hz, hysteresis))
  return (from, to) => {
    const rate = countedRate(usual!, from, to)
    if (!(Math.abs(rate - countedRate(bold!, from, to)) <= doubtBeyond)) return null
    const within = usual!.filter((start) => start >= from && start < to)
    const lengths = within.slice(1).map((start, i) => start - within[i]!)
    const middle = lengths.toSorted((a, b) => a - b)[lengths.length >> 1]!
    const [shortest, longest] = plausibleBreath
    const ends = [within[0]! - from, to - within.at(-1)!]
    const isPlain =
      lengths.every((length) => length > shortest * middle && length < longest * middle) &&
      ends.every((length) => length < longest * middle)
    return isPlain ? rate : null
  }
}

/** Everybody: camera, ICU, airflow, belt and CO2, nights. */
export const readPeople = async (folder: string): Promise<Track[]> => [
  ...(await readCamera(join(folder, 'depthcam_belt'))),
  ...(await readIcu(join(folder, 'bidmc'))),
  ...(await readPhysio(join(folder, 'physio'))),
  ...(await readNights(join(folder, 'nights'))),
]

/** Adults sitting 1, 2 and 3 m from a depth camera, with a belt; paced, so one rate holds for a whole recording. */
export async function readCamera(folder: string): Promise<Track[]> {
  const belts = await beltRates(folder)
  const tracks: Track[] = []
  for (const file of (await readdir(folder)).filter((name) => name.endsWith('_C.csv')).sort()) {
    const key = recordingKey(file)
    const rate = key === null ? undefined : belts.get(key)
    if (key === null || rate === undefined) throw new Error(`${file} has no belt`)
    const { samples, hz } = await readRecording(join(folder, file), { hz: 15 })
    const [, metres, person] = key.split('/')
    tracks.push({ set: `camera ${metres} m`, person: `camera ${person}`, hz, samples, rateOf: () => rate })
  }
  return tracks
}

/** Impedance of an intensive care patient. */
async function readIcu(folder: string): Promise<Track[]> {
  const files = (await readdir(folder)).filter((name) => /_Signals\.csv$/i.test(name)).sort()
  return Promise.all(
    files.map(async (file) => {
      const { samples, hz } = await readRecording(join(folder, file), { hz: 25 })
      return { set: 'ICU impedance', person: file.slice(0, 8), hz, samples, rateOf: counted(samples, hz) }
    }),
  )
}

/** Airflow, belt and CO2 of people at rest. */
async function readPhysio(folder: string): Promise<Track[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.npy')).sort()
  return Promise.all(
    files.map(async (file) => {
      const { name, samples, hz } = await readRecording(join(folder, file))
      return { set: 'airflow, belt, CO2', person: name, hz, samples, rateOf: counted(samples, hz) }
    }),
  )
}

/** Belts of whole nights in bed: the first line holds the rate in its third column. */
export async function readNights(folder: string): Promise<Track[]> {
  const files = (await readdir(folder)).filter((name) => name.endsWith('.csv')).sort()
  return Promise.all(
    files.map(async (file) => {
      const [, ...lines] = (await readFile(join(folder, file), 'utf8')).trimEnd().split(/\r?\n/)
      const hz = Number(lines[0]!.split(',')[2])
      if (!(hz >= 1 && hz <= 100)) throw new Error(`${file} does not say its rate`)
      const samples = Float32Array.from(lines, (line) => Number.parseFloat(line))
      return { set: 'night belt', person: `night ${file.slice(0, 2)}`, hz, samples, rateOf: counted(samples, hz) }
    }),
  )
}
