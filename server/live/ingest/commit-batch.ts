import { episodeMinutes } from '@eupnea/contract/rules/episode.ts'
import { type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import { type DeviceSlot, mergeMinutes } from '../state/device-slot.ts'
import type { CommittedDevice, LiveState } from '../state/live-state.ts'
import { minuteSums, selectRings } from '../state/state.sql.ts'
import { followEpisode, type Raised } from './follow-episode.ts'
import { holdHours, type ReadingRow, storeReadings, storeWaves } from './ingest.sql.ts'

export interface Commit {
  /** numbers of devices that this batch set online */
  readonly connected: readonly number[]
  readonly devices: CommittedDevice[]
  readonly notifications: Raised[]
}

/**
 * Stores in one transaction: readings, waves, minutes, newest values, presence, and the resulting episode changes
 * (LI-2, AL-2). Doesn't change the live state; the caller does that afterwards. The commit is done when it returns.
 */
export async function commitBatch(
  client: pg.ClientBase,
  state: LiveState,
  rows: readonly ReadingRow[],
): Promise<Commit> {
  const newest = newestByDevice(rows)
  const connected = [...newest.keys()].filter((no) => !state.byNo(no)?.online)
  const oldest = rows.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const waves = rows.filter(
    (row): row is ReadingRow & { wave: NonNullable<ReadingRow['wave']> } => row.wave !== undefined,
  )
  try {
    // Sent without waiting for each answer, so the database works while devices are answered.
    const [, , , stored] = await Promise.all([
      client.query('begin'),
      isOfPastHour(oldest) && holdHours(client),
      waves.length > 0 && storeWaves(client, waves),
      storeReadings(client, rows, connected),
    ])
    const minutes = byDevice(stored)
    const behind = [...newest.keys()].filter((no) => state.byNo(no)?.isBehind)
    if (behind.length > 0) for (const [no, ring] of byDevice(await selectRings(client, behind))) minutes.set(no, ring)
    const commit: Commit = { connected, devices: [], notifications: [] }
    for (const [no, row] of newest) {
      const slot = state.byNo(no)
      // Removed meanwhile: its readings are kept, but nobody watches it.
      if (!slot) continue
      const fresh = theirMinutes(slot, minutes.get(no) ?? [])
      const ring = ringAfter(slot, fresh)
      const episode =
        ring === slot.minutes ? slot.episode : await followEpisode(client, slot, ring, commit.notifications)
      commit.devices.push({ slot, fresh, minutes: ring, episode, ts: row.ms, rr: row.rr, dist: row.dist })
    }
    await client.query('commit')
    return commit
  } catch (error) {
    // A commit whose answer was lost may have succeeded, so its minutes are read next time.
    for (const no of newest.keys()) {
      const slot = state.byNo(no)
      if (slot) slot.isBehind = true
    }
    await client.query('rollback').catch(() => {})
    throw error
  }
}

const hourMs = 3_600_000
/** Hours are rolled up two minutes after they end by the database's clock; the portal's clock may be behind. */
const slackMs = 300_000

/** Whether the hour may already be rolled up, or is being rolled up. */
const isOfPastHour = (ms: number): boolean => ms - (ms % hourMs) + hourMs <= Date.now() + slackMs

function newestByDevice(rows: readonly ReadingRow[]): Map<number, ReadingRow> {
  const newest = new Map<number, ReadingRow>()
  for (const row of rows) {
    const before = newest.get(row.deviceNo)
    if (!before || row.ms > before.ms) newest.set(row.deviceNo, row)
  }
  return newest
}

function byDevice(rows: readonly (number | null)[][]): Map<number, MinuteSums[]> {
  const byNo = new Map<number, MinuteSums[]>()
  for (const [no, ...columns] of rows) {
    const minutes = byNo.get(no!)
    if (minutes) minutes.push(minuteSums(columns))
    else byNo.set(no!, [minuteSums(columns)])
  }
  return byNo
}

/** Leaves out minutes from before the resident came, and the minute in which another resident left. */
function theirMinutes({ place: { firstMinute } }: DeviceSlot, fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  return firstMinute === null ? fresh : fresh.filter(({ minute }) => minute >= firstMinute)
}

/** The ring of the ten newest minutes after the batch; unchanged when the batch is older than the ring. */
function ringAfter(slot: DeviceSlot, fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const before = slot.isBehind ? [] : slot.minutes
  const newest = before.at(-1)?.minute ?? Number.NEGATIVE_INFINITY
  const reached = fresh.filter(({ minute }) => minute >= newest - episodeMinutes * minuteMs)
  return reached.length > 0 ? mergeMinutes(before, reached) : slot.minutes
}
