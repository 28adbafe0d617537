import type pg from 'pg'
import type { DeviceSlot } from '../state/device-slot.ts'
import type { LiveState } from '../state/live-state.ts'
import { followEpisode, type Raised } from './follow-episode.ts'
import { inTransaction } from './ingest.sql.ts'

/**
 * Judges minutes that are stored already: they came before this node knew who lies under the device, and the device may
 * say no more (AL-2).
 */
export async function judgeStored(pool: pg.Pool, state: LiveState, slot: DeviceSlot): Promise<void> {
  const raised: Raised[] = []
  const { revision } = slot
  const episode = await inTransaction(pool, (client) => followEpisode(client, slot, slot.minutes, raised))
  // What was committed meanwhile has judged by itself.
  if (slot.revision === revision) slot.episode = episode
  state.tellNumbers(slot.place.id)
  for (const { message } of raised) state.notify(slot, message)
}
