import type { Socket } from 'node:net'
import type { Client } from 'aedes'
import { addressGroup } from '../../platform/address-group.ts'
import type { Log } from '../../platform/log.ts'
import { counter } from '../../platform/metrics.ts'
import { createGroupCommit } from './group-commit.ts'

/**
 * Logins with a wrong key (DO-6). Their answer comes later and later, by address and by device; the right key never
 * waits, so nobody's guesses keep a device out, nor the other sensors behind the same address.
 */

export interface WrongKeyCount {
  readonly device_id: string
  count: number
  /** of the last one */
  address: string
}

export interface WrongKeys {
  /** @param deviceId null: there is no such device @returns ms to wait before the answer */
  note(deviceId: string | null, address: string): number
  /** Counts it and answers when it is time, unless too many answers are held back already. */
  refuse(client: Client, deviceId: string | null, answer: () => void): void
  close(): Promise<void>
}

const windowMs = 5 * 60_000
/** A typing error or two are answered at once. */
const freeOfWait = 5
const shortestWaitMs = 100
const longestWaitMs = 10_000
/** Answers that may be held back at a time. */
const mostHeld = 1_000
/** Most addresses and devices remembered. */
const mostKeys = 100_000
const groupDelayMs = 1_000
const groupSize = 50_000

const refused = counter('device_keys_refused_total', 'Logins of devices with a wrong key or an unknown name')

/** @param write keeps the counts of known devices @param clock ms */
export function createWrongKeys(
  write: (counts: readonly WrongKeyCount[]) => Promise<void>,
  log: Log,
  clock = () => performance.now(),
): WrongKeys {
  const attempts = new Map<string, { count: number; until: number }>()
  const add = (key: string): number => {
    const now = clock()
    const before = attempts.get(key)
    const count = before && before.until > now ? before.count + 1 : 1
    // The newest last, so that those that rest longest give way.
    attempts.delete(key)
    if (attempts.size >= mostKeys) attempts.delete(attempts.keys().next().value!)
    attempts.set(key, { count, until: now + windowMs })
    return count
  }
  const group = createGroupCommit<{ device_id: string; address: string }>({
    delayMs: groupDelayMs,
    maxSize: groupSize,
    async commit(items) {
      const counts = new Map<string, WrongKeyCount>()
      for (const { device_id, address } of items) {
        const one = counts.get(device_id) ?? { device_id, count: 0, address }
        one.count++
        one.address = address
        counts.set(device_id, one)
      }
      await write([...counts.values()])
    },
  })
  let held = 0
  const wrongKeys: WrongKeys = {
    note(deviceId, address) {
      refused.inc()
      const tries = Math.max(add(`address ${addressGroup(address)}`), deviceId === null ? 0 : add(`device ${deviceId}`))
      if (deviceId !== null)
        group
          .add({ device_id: deviceId, address }, 1)
          .catch((error: Error) => log.warn({ reason: error.message }, 'mqtt: wrong keys were not counted'))
      return tries <= freeOfWait ? 0 : Math.min(longestWaitMs, shortestWaitMs * 2 ** (tries - freeOfWait - 1))
    },
    refuse(client, deviceId, answer) {
      const conn = client.conn as Socket
      const waitMs = wrongKeys.note(deviceId, conn.remoteAddress ?? 'unknown')
      if (waitMs === 0) return answer()
      if (held >= mostHeld) {
        conn.destroy()
        return
      }
      held++
      setTimeout(() => {
        held--
        if (!client.closed) answer()
      }, waitMs).unref()
    },
    close: () => group.close(),
  }
  return wrongKeys
}
