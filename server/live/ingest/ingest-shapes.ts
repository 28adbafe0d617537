import type { DeviceStatus, Reading } from '@eupnea/contract/live.ts'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import type { Archive } from '../archive/index.ts'
import type { Bed } from '../bed/bed.ts'
import type { BedEvent } from '../bed/bed-event.ts'
import type { LiveState } from '../state/live-state.ts'
import type { ReadingRow } from './ingest.sql.ts'
import type { MalformedCount } from './malformed-log.ts'
import type { MalformedReason } from './parse-telemetry.ts'
import type { Retention } from './partition-days.ts'

/** A device that is alive although silent: an ESPHome node sends nothing over an empty bed. */
export interface AliveDevice {
  readonly no: number
  /** its messages arrive under this */
  readonly topicPrefix: string
  readonly connection: number | null
}

/** Accepts what devices send, by whichever route. Every promise settles after the commit, never before (LI-2). */
export interface Ingest {
  /** @param spend called with the number of readings before they are stored, also of refused ones */
  telemetry(bed: Bed, payload: Buffer, spend?: (readings: number) => void): Promise<void>
  reading(bed: Bed, reading: Reading): Promise<void>
  /** @param connection its number, from `connected`; null: the message came through another broker */
  status(bed: Bed, payload: Buffer, connection: number | null): Promise<void>
  online(bed: Bed, online: boolean, connection: number | null): Promise<void>
  /** A device has connected. @returns the number of the connection */
  connected(bed: Bed): Promise<number>
  /** Keeps these devices online although they are silent. @returns how to stop */
  keepOnline(alive: () => readonly AliveDevice[]): () => void
  /** Notes whether the device sends changes only (WA-9). */
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

export interface IngestOptions {
  /** connections that see every clinic; held for a few milliseconds at a time */
  readonly pool: pg.Pool
  readonly archive: Archive
  readonly state: LiveState
  readonly log: Log
  readonly retention: Retention
  writeMalformed(counts: MalformedCount[]): Promise<void>
  writeStatus(deviceId: string, status: DeviceStatus): Promise<void>
  /** the device was given to somebody else while readings were being committed: it is to be read again */
  missed(deviceId: string): void
  /** applies an event to a bed and stores what follows */
  happen(no: number, event: BedEvent): Promise<void>
  /** what is left on the disk is kept for people's work (AN-11) */
  isDiskFull(): boolean
  /** readings of older minutes came */
  late(bed: Bed): void
}

/** A device's message, or a part of a long one, as rows. */
export interface Message {
  readonly rows: readonly ReadingRow[]
  readonly bed: Bed
}
