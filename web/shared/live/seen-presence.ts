import { hasPresence } from '@eupnea/contract/rules/presence.ts'
import type { DeviceSlice } from './device-slice.ts'

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
