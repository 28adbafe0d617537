import type { Ctx } from '../platform/context.ts'
import { addMalformed, type MalformedRow } from './malformed.sql.ts'

export type MalformedEntry = MalformedRow

const sampleLength = 200

/** Counts refused messages by device and reason, with the newest sample of each (LI-1). */
export async function countMalformed(ctx: Ctx, entries: readonly MalformedEntry[]): Promise<void> {
  const byReason = new Map<string, MalformedEntry>()
  for (const entry of entries) {
    const key = JSON.stringify([entry.device_id, entry.reason])
    const count = entry.count + (byReason.get(key)?.count ?? 0)
    byReason.set(key, { ...entry, count, sample: printable(entry.sample) })
  }
  if (byReason.size > 0) await addMalformed(ctx, [...byReason.values()])
}

/** At most 200 characters; those that can't be stored or shown become a middle dot. */
const printable = (sample: string): string =>
  [...sample.slice(0, sampleLength).toWellFormed()].map((char) => (/[\p{C}\u{fffd}]/u.test(char) ? '·' : char)).join('')
