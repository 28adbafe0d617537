import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '../../platform/log.ts'
import { createGroupCommit } from './group-commit.ts'
import type { MalformedReason } from './parse-telemetry.ts'

/**
 * Counts refused messages by device and reason. Written together like readings, so that a flood costs a row for each
 * device and reason, and a count outlives a kill once its message is acknowledged (WA-6).
 */

export interface MalformedCount {
  readonly device_id: string
  readonly reason: MalformedReason
  count: number
  sample: string
}

export interface MalformedLog {
  /** @returns once they are counted in the database, however long it is away */
  add(deviceId: string, reasons: readonly MalformedReason[], payload: Buffer): Promise<void>
  close(): Promise<void>
}

const sampleLength = 200
const groupDelayMs = 5
const groupReasons = 50_000
const retryMs = 500

interface Refused {
  readonly device_id: string
  readonly reasons: readonly MalformedReason[]
  readonly sample: string
}

export function createMalformedLog(write: (counts: MalformedCount[]) => Promise<void>, log: Log): MalformedLog {
  let closing = false
  const commit = async (refused: readonly Refused[]): Promise<void> => {
    const counts = countsOf(refused)
    for (let delay = 20; ; delay = Math.min(delay * 2, retryMs)) {
      try {
        return await write(counts)
      } catch (error) {
        log.warn({ reason: (error as Error).message }, 'malformed messages: not written, trying again')
        if (closing) throw error
        await sleep(delay)
      }
    }
  }
  const group = createGroupCommit<Refused>({ delayMs: groupDelayMs, maxSize: groupReasons, commit })

  return {
    add: (device_id, reasons, payload) => group.add({ device_id, reasons, sample: printable(payload) }, reasons.length),
    close() {
      closing = true
      return group.close()
    },
  }
}

function countsOf(refused: readonly Refused[]): MalformedCount[] {
  const counts = new Map<string, MalformedCount>()
  for (const { device_id, reasons, sample } of refused)
    for (const reason of reasons) {
      const key = `${device_id}\n${reason}`
      const entry = counts.get(key)
      if (!entry) counts.set(key, { device_id, reason, count: 1, sample })
      else {
        entry.count++
        entry.sample = sample
      }
    }
  return [...counts.values()]
}

const printable = (payload: Buffer): string =>
  payload
    .subarray(0, sampleLength)
    .toString('latin1')
    .replaceAll(/[^\x20-\x7e]/g, '·')
