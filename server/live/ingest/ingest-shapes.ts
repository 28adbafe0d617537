import type { Reading } from '@eupnea/contract/live.ts'
import type { Bed } from '../bed/bed.ts'
import type { MalformedReason } from './parse-telemetry.ts'

/** A device that is alive although silent: an ESPHome node sends nothing over an empty bed. */
export interface Living {
  readonly no: number
  /** under which its messages arrive */
  readonly topicPrefix: string
  readonly connection: number | null
}

/** Accepts what devices send, by whichever route. Every promise settles after the commit, never before (LI-2). */
export interface Ingest {
  /** @param spend called with the number of readings before they are stored, also of refused ones */
  telemetry(bed: Bed, payload: Buffer, spend?: (readings: number) => void): Promise<void>
  reading(bed: Bed, reading: Reading): Promise<void>
  /** @param connection that says so, as `connected` has counted it; null: it came by another broker */
  status(bed: Bed, payload: Buffer, connection: number | null): Promise<void>
  online(bed: Bed, online: boolean, connection: number | null): Promise<void>
  /** A device has connected. @returns the number of the connection */
  connected(bed: Bed): Promise<number>
  /** Asks who lives before those are taken for gone who say nothing. @returns how to stop */
  vouch(living: () => readonly Living[]): () => void
  /** How it speaks was found out (WA-9). */
  characterise(bed: Bed, isChangeOnly: boolean): void
  /** @returns once it is counted */
  refuse(bed: Bed, reason: MalformedReason, payload: Buffer): Promise<void>
  keepPartitions(): Promise<void>
  /** messages can be stored, or could be a moment ago */
  readonly stores: boolean
  /** ms by which this machine's clock is ahead of most sensors'; null: they agree (WA-6) */
  readonly clockAheadMs: number | null
  close(): Promise<void>
}
