/**
 * How far this machine's clock is off, as most sensors see it (WA-6): one wrong clock is a sensor's, the same error of
 * most is the portal's own. What was stored and is sent late differs from sensor to sensor, so it makes no majority.
 */
export interface PortalClock {
  /** A device has sent a reading. @param offMs its instant less the portal's, ms */
  note(deviceNo: number, offMs: number): void
  /** ms by which the portal's clock is ahead of most sensors', negative: behind; null: it agrees, or nobody can say */
  readonly aheadMs: number | null
}

const heardMs = 5 * 60_000
const mostOffMs = 60_000
const agreeMs = 30_000
const leastSensors = 3

export function createPortalClock(now: () => number = Date.now): PortalClock {
  const sensors = new Map<number, { offMs: number; at: number }>()
  return {
    note(deviceNo, offMs) {
      const at = now()
      const known = sensors.get(deviceNo)
      if (!known) sensors.set(deviceNo, { offMs, at })
      else {
        known.offMs = offMs
        known.at = at
      }
    },
    get aheadMs() {
      const from = now() - heardMs
      for (const [no, { at }] of sensors) if (at < from) sensors.delete(no)
      const offs = [...sensors.values()].map(({ offMs }) => offMs).sort((a, b) => a - b)
      if (offs.length < leastSensors) return null
      const middle = offs[offs.length >> 1]!
      const agreeing = offs.filter((offMs) => Math.abs(offMs - middle) <= agreeMs)
      return Math.abs(middle) > mostOffMs && agreeing.length > offs.length / 2 ? -middle : null
    },
  }
}
