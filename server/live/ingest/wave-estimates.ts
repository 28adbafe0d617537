import type { Wave } from '@eupnea/contract/live.ts'
import { createWaveWindow, type WaveWindow } from '@eupnea/contract/rules/wave-window.ts'

/** Rates of devices that send only their wave (LI-10). */
export interface WaveEstimates {
  /**
   * Adds the wave of one reading.
   * @param own the device's own rr; a device that measures it is trusted, even while it finds none
   */
  take(deviceNo: number, ts: number, wave: Wave, own: number | null): WaveRate
}

export interface WaveRate {
  /** breaths per minute; null rather than a guess */
  readonly rr: number | null
  /** there is none because the wave shows movement */
  readonly isMoving: boolean
}

interface Sensor {
  /** created with the first wave that has no rate */
  window: WaveWindow | null
  /** instants of the newest wave and of the device's newest own rate, ms since the epoch */
  ts: number
  ownAt: number
}

const believedMs = 10 * 60_000
/** A window is one minute; this frees the memory of devices that went silent. */
const forgetMs = 5 * 60_000
const sweepEvery = 10_000
const none: WaveRate = { rr: null, isMoving: false }

export function createWaveEstimates(): WaveEstimates {
  const sensors = new Map<number, Sensor>()
  let taken = 0

  const sweep = (now: number) => {
    for (const [no, { ts }] of sensors) if (ts < now - forgetMs) sensors.delete(no)
  }
  return {
    take(deviceNo, ts, wave, own) {
      if (++taken % sweepEvery === 0) sweep(Date.now())
      let sensor = sensors.get(deviceNo)
      if (!sensor) {
        sensor = { window: null, ts, ownAt: Number.NEGATIVE_INFINITY }
        sensors.set(deviceNo, sensor)
      }
      sensor.ts = Math.max(sensor.ts, ts)
      if (own !== null) {
        sensor.ownAt = Math.max(sensor.ownAt, ts)
        sensor.window = null
        return { rr: own, isMoving: false }
      }
      if (ts - sensor.ownAt < believedMs) return none
      sensor.window ??= createWaveWindow()
      if (!sensor.window.append({ ts, ...wave }) || sensor.window.end === null) return none
      // A piece from before the window's end says nothing about its own time any more.
      if (ts < sensor.window.end - 1_000) return none
      const { rr, isMoving } = sensor.window.estimate()
      return rr === null ? { rr, isMoving } : { rr: Math.round(rr * 10) / 10, isMoving: false }
    },
  }
}
