import type { Wave } from '@eupnea/contract/live.ts'
import { tenth } from '@eupnea/contract/rules/round.ts'
import { createWaveWindow, type WaveWindow } from '@eupnea/contract/rules/wave-window.ts'

/** Rates of devices that send only their wave (LI-10). */
export interface WaveEstimates {
  /**
   * Adds the wave of one reading.
   * @param own the device's own rr; a device that measures it is trusted, even while it finds none
   */
  take(deviceNo: number, ts: number, wave: Wave, own: number | null): WaveRate
  /**
   * Brings a device's window up to what is stored before a wave that is about to be taken: this node may have started
   * since, or another one may have heard the device meanwhile.
   * @param since whose wave it is lies there since then, ms since the epoch; the window forgets who was there before
   * @returns null if nothing has to be read
   */
  catchUp(deviceNo: number, ts: number, wave: Wave, since: number): Promise<void> | null
}

interface WaveRate {
  /** breaths per minute; null rather than a guess */
  readonly rr: number | null
  /** there is none because the wave shows movement */
  readonly isMoving: boolean
}

interface StoredWave extends Wave {
  readonly ts: number
}

/** Waves of a device in (after, before), oldest first. */
type ReadWaves = (deviceNo: number, after: number, before: number) => Promise<readonly StoredWave[]>

interface Sensor {
  /** created with the first wave that has no rate */
  window: WaveWindow | null
  /** of what comes late, which says nothing of now */
  past: WaveWindow | null
  /** instants of the newest wave and of the device's newest own rate, ms since the epoch */
  ts: number
  ownAt: number
  /** whose wave the windows hold lies there since then */
  since: number
  catchingUp: Promise<void> | null
}

const believedMs = 10 * 60_000
const windowMs = 60_000
/** A shorter hole is closed by the window; what a longer one lacks may be stored. */
const holeMs = 5_000
/** A window is one minute; this frees the memory of devices that went silent. */
const forgetMs = 5 * 60_000
const sweepEvery = 10_000
const none: WaveRate = { rr: null, isMoving: false }

export function createWaveEstimates(readWaves: ReadWaves): WaveEstimates {
  const sensors = new Map<number, Sensor>()
  let taken = 0

  const sweep = (now: number) => {
    for (const [no, { ts }] of sensors) if (ts < now - forgetMs) sensors.delete(no)
  }
  const sensorOf = (deviceNo: number): Sensor => {
    let sensor = sensors.get(deviceNo)
    if (!sensor) {
      const ownAt = Number.NEGATIVE_INFINITY
      sensor = { window: null, past: null, ts: ownAt, ownAt, since: 0, catchingUp: null }
      sensors.set(deviceNo, sensor)
    }
    return sensor
  }
  /** The window that a piece continues. */
  const windowFor = (sensor: Sensor, ts: number): WaveWindow => {
    sensor.window ??= createWaveWindow()
    if (!isBefore(sensor.window, ts)) return sensor.window
    if (sensor.past === null || isBefore(sensor.past, ts)) sensor.past = createWaveWindow()
    return sensor.past
  }
  return {
    take(deviceNo, ts, wave, own) {
      if (++taken % sweepEvery === 0) sweep(Date.now())
      const sensor = sensorOf(deviceNo)
      sensor.ts = Math.max(sensor.ts, ts)
      if (own !== null) {
        sensor.ownAt = Math.max(sensor.ownAt, ts)
        sensor.window = null
        return { rr: own, isMoving: false }
      }
      if (ts - sensor.ownAt < believedMs) return none
      const window = windowFor(sensor, ts)
      // What comes late may close a hole of the newest minute.
      if (window !== sensor.window) sensor.window?.append({ ts, ...wave })
      if (!window.append({ ts, ...wave })) return none
      const { rr, isMoving } = window.estimate()
      return rr === null ? { rr, isMoving } : { rr: tenth(rr), isMoving: false }
    },
    catchUp(deviceNo, ts, { hz, samples }, since) {
      const sensor = sensorOf(deviceNo)
      if (sensor.since !== since) Object.assign(sensor, { since, window: null, past: null })
      if (sensor.catchingUp) return sensor.catchingUp
      const begins = ts - (samples.length * 1_000) / hz
      const after = Math.max(sensor.window?.end ?? 0, begins - windowMs, since)
      if (begins - after <= holeMs || ts - sensor.ownAt < believedMs) return null
      sensor.ts = Math.max(sensor.ts, ts)
      sensor.catchingUp = readWaves(deviceNo, after, ts)
        // While the database is away nothing is stored either: the rate begins anew.
        .catch(() => [])
        .then((stored) => {
          if (stored.length === 0) return
          sensor.window ??= createWaveWindow()
          for (const piece of stored) sensor.window.append(piece)
          sensor.window.estimate()
        })
        .finally(() => {
          sensor.catchingUp = null
        })
      return sensor.catchingUp
    },
  }
}

const isBefore = ({ end }: WaveWindow, ts: number): boolean => end !== null && ts < end - 1_000
