import { hasPresence } from '@eupnea/contract/rules/presence.ts'
import type { DeviceSlice } from './device-slice.ts'

/**
 * Whether somebody is in bed, as a card says it. Without a distance only the portal knows whether the sensor measures
 * any, so that it means nobody (WA-9).
 * @param range the person's presence range, metres; null: the sensor's own holds
 */
export const isSeenInBed = (
  { rr, dist_rr }: Pick<DeviceSlice, 'rr' | 'dist_rr'>,
  { signal, presenceRange }: Pick<DeviceSlice, 'signal' | 'presenceRange'>,
  range: number | null,
): boolean => (dist_rr !== null || signal?.state !== 'away') && hasPresence(rr, dist_rr, range ?? presenceRange)
