import { clocksAgreeMs } from '../../platform/ops/watch-portal.ts'

/**
 * How far this machine's clock is off, as most sensors see it (WA-6): one wrong clock is a sensor's, the same error of
 * most is the portal's own. A sensor that sends what it stored has no say: its instants gain on the portal's clock, where
 * those of a wrong clock keep their distance. After an outage, all sensors of a site catch up together.
 */
export interface PortalClock {
  /** A device has sent a reading. @param offMs its instant less the portal's, ms */
  note(deviceNo: number, offMs: number): void
  /** ms by which the portal's clock is ahead of most sensors', negative: behind; null: it agrees, or nobody can say */
  readonly aheadMs: number | null
}

const heardMs = 5 * 60_000
const agreeMs = 30_000
const leastSensors = 3
/** A message may be this much quicker than the one before. */
const jitterMs = 500

export function createPortalClock(now: () => number = Date.now): PortalClock {
  const sensors = new Map<number, { offMs: number; at: number; catchesUp: boolean }>()
  return {
    note(deviceNo, offMs) {
      const at = now()
      const known = sensors.get(deviceNo)
      if (!known) sensors.set(deviceNo, { offMs, at, catchesUp: false })
      else {
        known.catchesUp = offMs < 0 && offMs - known.offMs > (at - known.at) / 2 + jitterMs
        known.offMs = offMs
        known.at = at
      }
    },
    get aheadMs() {
      const from = now() - heardMs
      for (const [no, { at }] of sensors) if (at < from) sensors.delete(no)
      const offs = [...sensors.values()].flatMap(({ offMs, catchesUp }) => (catchesUp ? [] : [offMs]))
      offs.sort((a, b) => a - b)
      if (offs.length < leastSensors) return null
      const middle = offs[offs.length >> 1]!
      const agreeing = offs.filter((offMs) => Math.abs(offMs - middle) <= agreeMs)
      return Math.abs(middle) > clocksAgreeMs && agreeing.length > offs.length / 2 ? -middle : null
    },
  }
}
