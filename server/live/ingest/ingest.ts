import { setImmediate as nextTurn } from 'node:timers/promises'
import { type DeviceStatus, type Reading, silenceMs, type Wave } from '@eupnea/contract/live.ts'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { counter, gauge } from '../../platform/metrics.ts'
import type { DeviceSlot } from '../state/device-slot.ts'
import type { LiveState } from '../state/live-state.ts'
import { type Commit, commitBatch } from './commit-batch.ts'
import { createGather } from './gather.ts'
import { createGroupCommit } from './group-commit.ts'
import {
  countConnections,
  keepPartitions,
  type ReadingRow,
  storeLiving,
  storePresence,
  sweepSilent,
} from './ingest.sql.ts'
import { judgeStored } from './judge-stored.ts'
import { createMalformedLog, type MalformedCount } from './malformed-log.ts'
import { parseStatus } from './parse-status.ts'
import { type MalformedReason, parseTelemetry } from './parse-telemetry.ts'
import { partitionDays, type Retention } from './partition-days.ts'
import { createWaveEstimates } from './wave-estimates.ts'

const groupDelayMs = 5
const groupReadings = 4_000
const retryMs = 500
const patienceMs = 5_000
const sweepEveryMs = 5_000
const estimatesAtOnce = 32

const readingsKept = counter('readings_committed_total', 'Readings acknowledged after commit')
const commits = counter('commits_total', 'Transactions that committed readings')
const malformed = counter('messages_malformed_total', 'Messages or readings refused', ['reason'])

export interface IngestOptions {
  /** connections that see every clinic; held for a few milliseconds at a time */
  readonly pool: pg.Pool
  readonly state: LiveState
  readonly log: Log
  readonly retention: Retention
  writeMalformed(counts: MalformedCount[]): Promise<void>
  writeStatus(deviceId: string, status: DeviceStatus): Promise<void>
}

/** A device that is alive although silent: an ESPHome node sends nothing over an empty bed. */
export interface Living {
  readonly no: number
  /** under which its messages arrive */
  readonly topicPrefix: string
  readonly connection: number | null
}

/** Accepts what devices send, by whichever route. Every promise settles after the commit, never before (LI-2). */
export interface Ingest {
  telemetry(slot: DeviceSlot, payload: Buffer): Promise<void>
  reading(slot: DeviceSlot, row: Pick<ReadingRow, 'ms' | 'rr' | 'dist'>): Promise<void>
  /** @param connection that said so, as counted by `connected`; null: it came through another broker */
  status(slot: DeviceSlot, payload: Buffer, connection: number | null): Promise<void>
  online(slot: DeviceSlot, online: boolean, connection: number | null): Promise<void>
  /** A device has connected. @returns the connection's number */
  connected(slot: DeviceSlot): Promise<number>
  /** Registers devices that are alive, to be kept before silent ones are set offline. @returns a function that stops */
  vouch(living: () => readonly Living[]): () => void
  refuse(slot: DeviceSlot, reason: MalformedReason, payload: Buffer): void
  keepPartitions(): Promise<void>
  /** messages can be stored, or could be a moment ago */
  readonly stores: boolean
  close(): Promise<void>
}

interface Message {
  readonly rows: readonly ReadingRow[]
  readonly slot: DeviceSlot
  readonly payload: Buffer
}

export function createIngest(options: IngestOptions): Ingest {
  const { pool, state, log } = options
  const waves = createWaveEstimates()
  const malformedLog = createMalformedLog(options.writeMalformed, log)
  let closing = false
  /** since when the database refuses writes, ms since the epoch; null: it accepts them */
  let refusedSince: number | null = null

  const refuse = (slot: DeviceSlot, reason: MalformedReason, payload: Buffer) => {
    malformed.inc({ reason })
    malformedLog.add(slot.place.id, reason, payload)
  }

  const partitions = async () => {
    try {
      await keepPartitions(pool, partitionDays(Temporal.Now.plainDateISO('UTC'), options.retention))
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      log.warn('ingest: a backup or a download locks the partitions; trying again within the hour')
    }
  }

  const store = async (messages: readonly Message[]): Promise<Commit> => {
    const client = await pool.connect()
    let broken = true
    try {
      const commit = await commitBatch(
        client,
        state,
        messages.flatMap((message) => message.rows),
      )
      broken = false
      return commit
    } finally {
      client.release(broken)
    }
  }

  /** Retries until committed, however long the database is away: publishers wait and nothing is lost. */
  const commit = async (messages: readonly Message[]): Promise<void> => {
    for (let delay = 20; ; delay = Math.min(delay * 2, retryMs)) {
      try {
        publish(messages, await store(messages))
        refusedSince = null
        return
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        if (code === noPartition) await partitions().catch(() => {})
        else if (isDataFault(code)) return isolate(messages, message)
        refusedSince ??= Date.now()
        log.warn({ reason: message, readings: messages.length }, 'ingest: not committed, trying again')
        if (closing && delay >= retryMs) throw error
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }

  /** The database rejects the values themselves: find the message they are in and keep the others. */
  const isolate = async (messages: readonly Message[], reason: string): Promise<void> => {
    refusedSince = null
    if (messages.length > 1) {
      const middle = messages.length >> 1
      await commit(messages.slice(0, middle))
      return commit(messages.slice(middle))
    }
    const [{ slot, payload }] = messages as [Message]
    log.error({ reason, device_id: slot.place.id }, 'ingest: a message cannot be stored')
    refuse(slot, 'not_storable', payload)
  }

  const publish = (messages: readonly Message[], { connected, devices, notifications }: Commit) => {
    const now = Date.now()
    for (const device of devices) {
      const { place } = device.slot
      // Set offline for silence while this was being committed.
      if (state.byNo(place.no)?.online === false && !connected.includes(place.no)) void reconnect(device.slot)
      state.commit(device, now)
    }
    for (const { slot, message } of notifications) state.notify(slot, message)
    let readings = 0
    for (const { rows, slot } of messages) {
      readings += rows.length
      for (const row of rows) if (row.wave) state.wave(slot, row.ms, row.wave)
    }
    readingsKept.inc(readings)
    commits.inc()
  }

  state.onUnjudged = (slot) => judgeStored(pool, state, slot)
  const connectionOf = createGather((nos: readonly number[]) => countConnections(pool, nos))
  const group = createGroupCommit<Message>({ delayMs: groupDelayMs, maxSize: groupReadings, commit })
  gauge('ingest_waiting_messages', 'Messages waiting for their commit', function () {
    this.set(group.waiting)
  })

  const setOnline = async (slot: DeviceSlot, online: boolean, connection: number | null) => {
    if (await storePresence(pool, slot.place.no, online, connection)) state.setOnline(slot, online)
  }

  /** the storing of each device's messages that carry a wave, until done */
  const withWaves = new Map<number, Promise<unknown>>()
  /** the storing of each device's latest status, until done */
  const turns = new Map<number, Promise<void>>()
  /** In order of arrival and after earlier readings, so that the last status wins. */
  const inTurn = (slot: DeviceSlot, payload: Buffer, work: () => Promise<void>): Promise<void> => {
    const { no, id } = slot.place
    const before = Promise.all([turns.get(no), withWaves.get(no), group.settled()])
    const turn = before.then(work).catch((error: Error & { code?: string }) => {
      if (!isDataFault(error.code)) throw error
      log.error({ reason: error.message, device_id: id }, 'ingest: a status cannot be stored')
      refuse(slot, 'not_storable', payload)
    })
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(no) === settled) turns.delete(no)
      })
    turns.set(no, settled)
    return turn
  }

  const reconnect = (slot: DeviceSlot) =>
    inTurn(slot, Buffer.alloc(0), () => setOnline(slot, true, null)).catch((error: Error) =>
      log.warn({ reason: error.message, device_id: slot.place.id }, 'ingest: the return of a device was not stored'),
    )

  const vouchers = new Set<() => readonly Living[]>()
  const storeTheLiving = async () => {
    const living = [...vouchers].flatMap((voucher) => voucher())
    const ours = living.filter(({ no, topicPrefix }) => state.byNo(no)?.place.topicPrefix === topicPrefix)
    if (ours.length > 0) await storeLiving(pool, ours)
  }
  const sweep = setInterval(async () => {
    try {
      await storeTheLiving()
      for (const no of await sweepSilent(pool, silenceMs)) {
        const slot = state.byNo(no)
        if (slot) state.setOnline(slot, false)
      }
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'ingest: silence not checked, trying again')
    }
  }, sweepEveryMs)

  const rowOf = (slot: DeviceSlot, ms: number, rr: number | null, dist: number | null, wave?: Wave): ReadingRow => ({
    deviceNo: slot.place.no,
    clinicNo: slot.place.clinicNo,
    ms,
    rr,
    dist,
    wave,
  })
  const rowsOfWaves = async (slot: DeviceSlot, readings: readonly Reading[]): Promise<ReadingRow[]> => {
    const rows: ReadingRow[] = []
    for (const { ts, rr, dist, wave } of readings) {
      rows.push(rowOf(slot, ts, wave ? waves.take(slot.place.no, ts, wave, rr) : rr, dist, wave))
      // An hour of stored waves takes a second of work, so let others run in between.
      if (wave && rows.length % estimatesAtOnce === 0) await nextTurn()
    }
    return rows
  }

  return {
    telemetry(slot, payload) {
      const { readings, refused } = parseTelemetry(payload, Date.now())
      for (const reason of refused) refuse(slot, reason, payload)
      if (readings.length === 0) return nothing
      if (readings.some(hasWave)) {
        const stored = rowsOfWaves(slot, readings).then((rows) => group.add({ rows, slot, payload }, rows.length))
        const { no } = slot.place
        const settled = Promise.allSettled([withWaves.get(no), stored]).then(() => {
          if (withWaves.get(no) === settled) withWaves.delete(no)
        })
        withWaves.set(no, settled)
        return stored
      }
      // Most messages have no wave; these share the promise of their group.
      const rows = readings.map(({ ts, rr, dist }) => rowOf(slot, ts, rr, dist))
      return group.add({ rows, slot, payload }, rows.length)
    },
    reading: (slot, { ms, rr, dist }) =>
      group.add({ rows: [rowOf(slot, ms, rr, dist)], slot, payload: Buffer.alloc(0) }, 1),
    async status(slot, payload, connection) {
      const status = parseStatus(payload)
      if (!status) return refuse(slot, 'status_malformed', payload)
      await inTurn(slot, payload, async () => {
        await options.writeStatus(slot.place.id, status)
        await setOnline(slot, status.online, connection)
      })
    },
    online: (slot, online, connection) => inTurn(slot, Buffer.alloc(0), () => setOnline(slot, online, connection)),
    connected: async (slot) => (await connectionOf(slot.place.no))!,
    vouch(living) {
      vouchers.add(living)
      return () => void vouchers.delete(living)
    },
    refuse,
    keepPartitions: partitions,
    get stores() {
      return refusedSince === null || Date.now() - refusedSince < patienceMs
    },
    async close() {
      closing = true
      clearInterval(sweep)
      await group.close()
      await malformedLog.close()
    },
  }
}

const nothing = Promise.resolve()
const hasWave = ({ wave }: Reading): boolean => wave !== undefined

const lockNotAvailable = '55P03'

/** check_violation: PostgreSQL's error when no partition fits a row */
const noPartition = '23514'

/** SQLSTATE classes that a retry can't fix: data exceptions and integrity violations. */
const isDataFault = (code: string | undefined): boolean => code !== undefined && /^(22|23)/.test(code)
