import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { randomOf } from '@eupnea/contract/rules/estimate/synthetic-wave.fixture.ts'
import { readOptions } from '../sensors/read-options.ts'
import { follow, notifiedOf, type Second } from './estimate/no-breathing.ts'
import { readCamera, readNights, recordings, type Track } from './estimate/people.ts'
import { spreadOf, stops, withStop } from './estimate/waves.ts'

/**
 * Goal (WA-2, WA-14): of breathing stops cut into recordings at least 95% notified within 25 s of when they are due,
 * and at most one false notification per bed and night.
 */

const limits = [30, 60, 120, 300]
/** Seconds after `no_breathing_seconds` by which a notification must be there, and by which a stop is longer. */
const graceSeconds = 25
const longerSeconds = 30
const leadSeconds = 240
const nightStops = 44
const cameraStops = 16
/** A notification is false when the belt moved more than this share of its median over the span. */
const falseBeyond = 0.2
const envelopeSeconds = 10

/** How much the belt itself moves, for each ten seconds of a night, less what creeps away in a straight line. */
const envelopeOf = ({ samples, hz }: Track): number[] => {
  const length = envelopeSeconds * hz
  return Array.from({ length: Math.floor(samples.length / length) }, (_, i) => {
    const part = samples.subarray(i * length, (i + 1) * length)
    const mean = part.reduce((sum, value) => sum + value, 0) / length
    const slope = part.reduce((sum, value, j) => sum + (value - mean) * (j - (length - 1) / 2), 0) / (length ** 3 / 12)
    return spreadOf(part.map((value, j) => value - slope * (j - (length - 1) / 2)))
  })
}
const middle = (values: readonly number[]): number => values.toSorted((a, b) => a - b)[values.length >> 1] ?? 0

function falseOf(
  track: Track,
  played: readonly Second[],
  seconds: number,
  seesMovement: boolean,
): { all: number; wrong: number } {
  const envelope = envelopeOf(track)
  const usual = middle(envelope)
  const raised = notifiedOf(played, seconds, seesMovement)
  const wrong = raised.filter(({ since, at }) => {
    const span = envelope.slice(Math.floor(since / envelopeSeconds), Math.ceil(at / envelopeSeconds))
    return middle(span) > falseBeyond * usual
  })
  return { all: raised.length, wrong: wrong.length }
}

/** Where stops are cut in: random instants of the nights, and the recordings at 1 m played over and over. */
function* beginnings(nights: readonly Track[], camera: readonly Track[]) {
  const random = randomOf(7)
  for (let i = 0; i < nightStops; i++) {
    const { samples, hz } = nights[i % nights.length]!
    const from = Math.floor(random() * (samples.length / hz - leadSeconds - 60)) * hz
    yield { samples: samples.subarray(from, from + (leadSeconds + 60) * hz), hz }
  }
  for (let i = 0; i < cameraStops; i++) {
    const { samples, hz } = camera[i % camera.length]!
    const rounds = Math.ceil(((leadSeconds + 60) * hz) / samples.length)
    const looped = new Float32Array(rounds * samples.length)
    for (let round = 0; round < rounds; round++) looped.set(samples, round * samples.length)
    const from = Math.floor(random() * 10) * hz
    yield { samples: looped.subarray(from, from + (leadSeconds + 60) * hz), hz }
  }
}

const { folder } = readOptions({ options: { folder: recordings } }).values
if (!existsSync(join(folder, 'nights')) || !existsSync(join(folder, 'depthcam_belt'))) {
  console.log(`skipped: no recordings in ${folder}`)
} else {
  const nights = await readNights(join(folder, 'nights'))
  const camera = (await readCamera(join(folder, 'depthcam_belt'))).filter(({ set }) => set === 'camera 1 m')
  const played = nights.map((track) => [...follow(track.samples, track.hz)])
  const cuts = [...beginnings(nights, camera)]
  console.log(
    'Notifications of a stop, by no_breathing_seconds. In time: of the stops cut in, those notified within 25 s',
  )
  console.log('of when they are due. Of each night: notifications, and how many are false (the belt moved more than a')
  console.log('fifth of its median). "blind": the same if movement did not postpone the notification.\n')
  const heads = ['seconds', '', 'in time', 'median s', ...nights.flatMap(({ person }) => [person, 'false'])]
  console.log(heads.map((head) => head.padStart(10)).join(''))
  let worst = 0
  for (const seconds of limits) {
    const stopped = cuts.map(({ samples, hz }, i) => {
      const kind = stops[i % stops.length]!
      return [
        ...follow(withStop(samples, hz, leadSeconds, { seconds: seconds + longerSeconds, kind, seed: i + 1 }), hz),
      ]
    })
    for (const seesMovement of [true, false]) {
      const delays = stopped.map((wave) => {
        const first = notifiedOf(wave, seconds, seesMovement).find(({ at }) => at > leadSeconds)
        return first ? first.at - leadSeconds : Number.POSITIVE_INFINITY
      })
      const inTime = delays.filter((delay) => delay <= seconds + graceSeconds).length
      const found = nights.map((track, i) => falseOf(track, played[i]!, seconds, seesMovement))
      if (seconds === 120 && seesMovement) worst = Math.max(...found.map(({ wrong }) => wrong))
      const cells = [
        seconds,
        seesMovement ? '' : 'blind',
        `${inTime} of ${delays.length}`,
        middle(delays).toFixed(0),
        ...found.flatMap(({ all, wrong }) => [all, wrong]),
      ]
      console.log(cells.map((cell) => String(cell).padStart(10)).join(''))
    }
  }
  console.log(`\nratio ${worst} (most false notifications of a night at 120 s / 1 allowed)`)
}
