import type { Log } from '../../platform/log.ts'
import type { MalformedReason } from './parse-telemetry.ts'

/** Counts refused messages by device and reason. Written once a second, so a flood costs one row. */

export interface MalformedCount {
  readonly device_id: string
  readonly reason: MalformedReason
  count: number
  sample: string
}

export interface MalformedLog {
  add(deviceId: string, reason: MalformedReason, payload: Buffer): void
  close(): Promise<void>
}

const sampleLength = 200
const everyMs = 1_000

export function createMalformedLog(write: (counts: MalformedCount[]) => Promise<void>, log: Log): MalformedLog {
  let counts = new Map<string, MalformedCount>()

  const flush = async () => {
    if (counts.size === 0) return
    const taken = counts
    counts = new Map()
    try {
      await write([...taken.values()])
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'malformed messages: not written, trying again')
      for (const [key, entry] of counts) taken.set(key, { ...entry, count: entry.count + (taken.get(key)?.count ?? 0) })
      counts = taken
    }
  }
  const timer = setInterval(flush, everyMs)

  return {
    add(device_id, reason, payload) {
      const key = `${device_id}\n${reason}`
      const sample = printable(payload)
      const entry = counts.get(key)
      if (!entry) counts.set(key, { device_id, reason, count: 1, sample })
      else {
        entry.count++
        entry.sample = sample
      }
    },
    async close() {
      clearInterval(timer)
      await flush()
    },
  }
}

const printable = (payload: Buffer): string =>
  payload
    .subarray(0, sampleLength)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '·')
