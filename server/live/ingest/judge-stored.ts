import type pg from 'pg'
import type { DeviceSlot } from '../state/device-slot.ts'
import type { LiveState } from '../state/live-state.ts'
import { followEpisode, type Raised } from './follow-episode.ts'
import { inTransaction } from './ingest.sql.ts'

/**
 * Judges minutes that were stored before this node knew which resident lies under the device; the device may never send
 * more (AL-2).
 */
export async function judgeStored(pool: pg.Pool, state: LiveState, slot: DeviceSlot): Promise<void> {
  const raised: Raised[] = []
  const { revision } = slot
  const episode = await inTransaction(pool, (client) => followEpisode(client, slot, slot.minutes, raised))
  // Commits made meanwhile were judged themselves.
  if (slot.revision === revision) slot.episode = episode
  state.tellNumbers(slot.place.id)
  for (const { message } of raised) state.notify(slot, message)
}
