import type { ConnectionState } from '../shared/live/index.ts'

/** What the waveform block shows. */
export type WaveformState =
  | { readonly show: 'connecting' }
  | { readonly show: 'waiting' }
  /** the sensor itself is disconnected, so nothing can arrive */
  | { readonly show: 'offline' }
  /** a sensor that sends no waveform, as many don't */
  | { readonly show: 'none' }
  | { readonly show: 'flowing' }
  | { readonly show: 'stale'; readonly since: number }
  | { readonly show: 'reconnecting'; readonly since: number }
  | { readonly show: 'refused'; readonly why: 'forbidden' | 'notFound' }

/** A sensor with a waveform sends a piece with every reading; after this long without one, it has none, ms. */
const noWaveformMs = 10_000
/** Chunks arrive about every second; after this long without one, the line is old, ms. */
const staleWaveformMs = 6_000

/**
 * @param connection the patient connection; null: not yet
 * @param isOnline the sensor is connected to the portal
 * @param lastChunkAt when the newest chunk arrived, ms by the portal's clock; null: none yet on this page
 */
export function waveformStateOf(
  connection: ConnectionState | null,
  isOnline: boolean,
  lastChunkAt: number | null,
  at: number,
): WaveformState {
  if (connection === null) return { show: 'connecting' }
  const { phase, since, refused } = connection
  if (refused) return { show: 'refused', why: refused }
  if (phase === 'reconnecting') return { show: 'reconnecting', since }
  if (phase === 'connecting' || phase === 'closed') return { show: 'connecting' }
  if (lastChunkAt === null && !isOnline) return { show: 'offline' }
  if (lastChunkAt === null) return at - since < noWaveformMs ? { show: 'waiting' } : { show: 'none' }
  // Chunks aren't late while the connection was still being restored.
  if (at - Math.max(lastChunkAt, since) > staleWaveformMs) return { show: 'stale', since: lastChunkAt }
  return { show: 'flowing' }
}
