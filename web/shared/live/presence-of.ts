import { type RrMessage, silenceMs } from '@eupnea/contract/live.ts'
import { hasPresence } from '@eupnea/contract/rules/presence.ts'
import type { DeviceSlice } from './device-slice.ts'
import { endOfMinute } from './end-of-minute.ts'

/**
 * Whether somebody is in bed, as a card says it. Without a distance only the portal knows whether the sensor measures
 * any, so that it means nobody (WA-9). Until it has judged a lost rate, nothing has changed.
 * @param range the person's presence range, metres; null: the sensor's own holds
 */
export function seenPresence(
  { rr, dist_rr }: Pick<DeviceSlice, 'rr' | 'dist_rr'>,
  { signal, presenceRange, presence }: Pick<DeviceSlice, 'signal' | 'presenceRange' | 'presence'>,
  range: number | null,
): DeviceSlice['presence'] {
  if (dist_rr === null && signal?.state === 'away') return 'out'
  if (dist_rr === null && rr === null && signal !== null) return signal.state === 'ok' ? presence : 'unknown'
  return hasPresence(rr, dist_rr, range ?? presenceRange) ? 'in' : 'out'
}

/** Whether somebody is in bed, and since when. */
export function presenceOf(
  slice: DeviceSlice,
  reading: Pick<RrMessage, 'rr' | 'dist_rr' | 'rr_last_mint'> & { readonly ts: number | null },
  range: number | null,
): Pick<DeviceSlice, 'presence' | 'presenceSince'> {
  const { ts, rr_last_mint } = reading
  if (ts === null) return { presence: 'unknown', presenceSince: null }
  // What happened in between is unknown: the resident may have left the bed and come back.
  const isGap = slice.ts !== null && ts - slice.ts > silenceMs
  const before: DeviceSlice = isGap ? { ...slice, presence: 'unknown', presenceSince: null } : slice
  const presence = seenPresence(reading, before, range)
  if (presence === 'unknown') return { presence, presenceSince: null }
  if (presence === before.presence) return { presence, presenceSince: before.presenceSince }
  const { signal } = slice
  if (presence === 'out' && reading.dist_rr === null && signal?.state === 'away')
    return { presence, presenceSince: signal.since }
  // First seen when already out: the bed was left no later than the end of the last minute with a value.
  const end = presence === 'out' ? endOfMinute(rr_last_mint, ts) : null
  return { presence, presenceSince: before.presence === 'unknown' ? end : ts }
}
