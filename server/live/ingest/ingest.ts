import { type DeviceStatus, type Reading, silenceMs } from '@eupnea/contract/live.ts'
import type pg from 'pg'
import { isDataFault } from '../../platform/faults.ts'
import { createGather } from '../../platform/gather.ts'
import type { Log } from '../../platform/log.ts'
import { counter, gauge } from '../../platform/metrics.ts'
import type { Archive } from '../archive/index.ts'
import type { Bed } from '../bed/bed.ts'
import type { BedEvent } from '../bed/bed-event.ts'
import type { LiveState } from '../state/live-state.ts'
import { type Commit, commitBatch } from './commit-batch.ts'
import { createCommitGroups } from './commit-groups.ts'
import { countConnections, type ReadingRow, selectWaves, storeAlive, storePresence, sweepSilent } from './ingest.sql.ts'
import type { AliveDevice, Ingest } from './ingest-shapes.ts'
import { findNew, holdsClosedDay } from './late-days.ts'
import { createMalformedLog, type MalformedCount } from './malformed-log.ts'
import { parseStatus } from './parse-status.ts'
import { type MalformedReason, parseTelemetry } from './parse-telemetry.ts'
import { partitionDays, type Retention } from './partition-days.ts'
import { keepPartitions } from './partitions.sql.ts'
import { createPortalClock } from './portal-clock.ts'
import { createKnowing, rowsOf, rowsOfWaves } from './reading-rows.ts'
import { createShares } from './shares.ts'
import { createWaveEstimates } from './wave-estimates.ts'

const groupDelayMs = 5
const groupReadings = 8_000
/** readings of one device in the commits under way */
const shareReadings = 250
const retryMs = 500
const patienceMs = 5_000
const sweepEveryMs = 5_000

const readingsKept = counter('readings_committed_total', 'Readings acknowledged after commit')
const commits = counter('commits_total', 'Transactions that committed readings')
const malformed = counter('messages_malformed_total', 'Messages or readings refused', ['reason'])

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

interface Message {
  readonly rows: readonly ReadingRow[]
  readonly bed: Bed
}

export function createIngest(options: IngestOptions): Ingest {
  const { pool, state, log } = options
  const waves = createWaveEstimates((no, after, before) => selectWaves(pool, no, after, before))
  const clock = createPortalClock()
  const malformedLog = createMalformedLog(options.writeMalformed, log)
  let closing = false
  /** since when the database refuses writes, ms of performance.now(); null: it accepts them */
  let refusedSince: number | null = null

  const count = (bed: Bed, reasons: readonly MalformedReason[], payload: Buffer): Promise<void> => {
    for (const reason of reasons) malformed.inc({ reason })
    return malformedLog.add(bed.place.id, reasons, payload)
  }
  /** Counts refused readings, and tells the bed, which may get nothing else to judge by (WA-1, WA-6). */
  const refuseReadings = (
    bed: Bed,
    reasons: readonly MalformedReason[],
    payload: Buffer,
    aheadMs: number | null,
  ): Promise<void> => {
    state.apply(bed.place.no, { event: 'refused', aheadMs, now: Date.now() })
    return count(bed, reasons, payload)
  }
  const partitions = async () => {
    try {
      await keepPartitions(pool, partitionDays(Temporal.Now.plainDateISO('UTC'), options.retention))
    } catch (error) {
      if ((error as { code?: string }).code !== lockNotAvailable) throw error
      log.warn('ingest: a backup or a download locks the partitions; trying again within the hour')
    }
  }

  const store = async (messages: readonly Message[], isLate: boolean): Promise<Commit> => {
    const all = messages.flatMap((message) => message.rows)
    const late = isLate ? await findNew(options.archive, pool, all) : null
    if (late?.rows.length === 0) return { connected: [], beds: [], raised: [], givenUp: [] }
    const client = await pool.connect()
    let broken = true
    try {
      const commit = await commitBatch(client, state, late?.rows ?? all, late?.hold)
      broken = false
      return commit
    } finally {
      client.release(broken)
    }
  }

  /** Retries until committed, however long the database is away: publishers wait and nothing is lost. */
  const commit = async (messages: readonly Message[], isLate: boolean): Promise<void> => {
    for (let delay = 20; ; delay = Math.min(delay * 2, retryMs)) {
      try {
        if (options.isDiskFull()) throw new Error('the disk is full')
        publish(messages, await store(messages, isLate))
        if (!isLate) refusedSince = null
        return
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        if (code === noPartition) await partitions().catch(() => {})
        else if (isDataFault(code)) return isolate(messages, message, isLate)
        // What waits for the archive says nothing about the rest.
        if (!isLate) refusedSince ??= performance.now()
        log.warn({ reason: message, readings: messages.length }, 'ingest: not committed, trying again')
        if (closing && delay >= retryMs) throw error
        await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }

  /** The database rejects the values themselves: find the message they are in and keep the others. */
  const isolate = async (messages: readonly Message[], reason: string, isLate: boolean): Promise<void> => {
    if (!isLate) refusedSince = null
    if (messages.length > 1) {
      const middle = messages.length >> 1
      await commit(messages.slice(0, middle), isLate)
      return commit(messages.slice(middle), isLate)
    }
    const [{ bed, rows }] = messages as [Message]
    log.error({ reason, device_id: bed.place.id }, 'ingest: a message cannot be stored')
    await refuseReadings(bed, ['not_storable'], Buffer.from(JSON.stringify(rows)), null)
  }

  const publish = (messages: readonly Message[], { connected, beds, raised, givenUp }: Commit) => {
    for (const { bed, reason } of givenUp)
      log.error({ reason, device_id: bed.place.id }, 'watch: a bed could not be judged')
    for (const { from, event, reduced } of beds) {
      const { no, id } = from.place
      // Taken for silent while this was being committed.
      if (state.byNo(no)?.online === false && !connected.includes(no)) void reconnect(from)
      if (!state.adopt(from, event, reduced)) options.missed(id)
      if (reduced.effects.some(({ effect }) => effect === 'late')) options.late(from)
    }
    for (const { bed, message } of raised) state.notify(bed, message)
    let readings = 0
    for (const { rows, bed } of messages) {
      readings += rows.length
      for (const row of rows) if (row.wave) state.wave(bed, row.ms, row.wave)
    }
    readingsKept.inc(readings)
    commits.inc()
  }

  const connectionOf = createGather((nos: readonly number[]) => countConnections(pool, nos))
  const isLate = ({ rows }: Message) => holdsClosedDay(rows, Date.now())
  const group = createCommitGroups<Message>({ delayMs: groupDelayMs, maxSize: groupReadings, commit, isLate })
  const shares = createShares(shareReadings)
  const add = (bed: Bed, rows: readonly ReadingRow[]): Promise<void> =>
    shares.addAll(bed.place.no, rows, (part) => group.add({ rows: part, bed }, part.length))
  gauge('ingest_waiting_messages', 'Messages waiting for their commit', function () {
    this.set(group.waiting)
  })

  const setOnline = async ({ place: { no } }: Bed, online: boolean, connection: number | null) => {
    if (!(await storePresence(pool, no, online, connection))) return
    await options.happen(no, { event: 'online', online, by: 'word', now: Date.now() })
  }

  /** the storing of each device's messages that carry a wave, until done */
  const withWaves = new Map<number, Promise<unknown>>()
  /** the storing of each device's latest status, until done */
  const turns = new Map<number, Promise<void>>()
  /** In the order in which it came, and after the readings before it: the last word is to be the one that stays. */
  const inTurn = (bed: Bed, payload: Buffer, work: () => Promise<void>): Promise<void> => {
    const { no, id } = bed.place
    const before = Promise.all([turns.get(no), withWaves.get(no), shares.settled(no), group.settled()])
    const turn = before.then(work).catch((error: Error & { code?: string }) => {
      if (!isDataFault(error.code)) throw error
      log.error({ reason: error.message, device_id: id }, 'ingest: a status cannot be stored')
      return count(bed, ['not_storable'], payload)
    })
    const settled = turn
      .catch(() => {})
      .then(() => {
        if (turns.get(no) === settled) turns.delete(no)
      })
    turns.set(no, settled)
    return turn
  }

  const reconnect = (bed: Bed) =>
    inTurn(bed, Buffer.alloc(0), () => setOnline(bed, true, null)).catch((error: Error) =>
      log.warn({ reason: error.message, device_id: bed.place.id }, 'ingest: a device that is back was not noted'),
    )

  const aliveSources = new Set<() => readonly AliveDevice[]>()
  const keepAliveOnline = async () => {
    const alive = [...aliveSources].flatMap((source) => source())
    const ours = alive.filter(({ no, topicPrefix }) => state.byNo(no)?.place.topicPrefix === topicPrefix)
    if (ours.length > 0) await storeAlive(pool, ours)
  }
  const sweep = setInterval(async () => {
    try {
      await keepAliveOnline()
      for (const no of await sweepSilent(pool, silenceMs))
        await options.happen(no, { event: 'online', online: false, by: 'silence', now: Date.now() })
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'ingest: silence not checked, trying again')
    }
  }, sweepEveryMs)

  const isKnowing = createKnowing()
  const storeAll = (bed: Bed, readings: readonly Reading[]): Promise<void> => {
    const { no } = bed.place
    const knows = isKnowing(bed, readings)
    if (readings.some(hasWave)) {
      const stored = rowsOfWaves(waves, bed, readings, knows).then((rows) => add(bed, rows))
      const settled = Promise.allSettled([withWaves.get(no), stored]).then(() => {
        if (withWaves.get(no) === settled) withWaves.delete(no)
      })
      withWaves.set(no, settled)
      return stored
    }
    // Most have no wave: all messages of a group then share its one promise.
    return add(bed, rowsOf(bed, readings, knows))
  }

  return {
    telemetry(bed, payload, spend) {
      const now = Date.now()
      const { readings, refused, aheadMs } = parseTelemetry(payload, now)
      spend?.(readings.length + refused.length)
      const newest = readings.at(-1)?.ts
      const off = aheadMs !== null && aheadMs > 0 ? aheadMs : newest && newest - now
      if (off !== undefined) clock.note(bed.place.no, off)
      if (refused.length > 0) {
        const counted = refuseReadings(bed, refused, payload, aheadMs)
        if (readings.length === 0) return counted
        return Promise.all([counted, storeAll(bed, readings)]).then(() => {})
      }
      return storeAll(bed, readings)
    },
    reading: (bed, reading) => add(bed, rowsOf(bed, [reading], isKnowing(bed, [reading]))),
    async status(bed, payload, connection) {
      if (payload.length === 0) return // clears a retained one
      const status = parseStatus(payload)
      if (!status) return count(bed, ['status_malformed'], payload)
      await inTurn(bed, payload, async () => {
        await options.writeStatus(bed.place.id, status)
        await setOnline(bed, status.online, connection)
      })
    },
    online: (bed, online, connection) => inTurn(bed, Buffer.alloc(0), () => setOnline(bed, online, connection)),
    connected: async (bed) => (await connectionOf(bed.place.no))!,
    keepOnline(alive) {
      aliveSources.add(alive)
      return () => void aliveSources.delete(alive)
    },
    characterise: ({ place: { no } }, isChangeOnly) => void state.apply(no, { event: 'characterised', isChangeOnly }),
    refuse: (bed, reason, payload) =>
      reason === 'state_malformed' ? refuseReadings(bed, [reason], payload, null) : count(bed, [reason], payload),
    keepPartitions: partitions,
    get stores() {
      return refusedSince === null || performance.now() - refusedSince < patienceMs
    },
    get clockAheadMs() {
      return clock.aheadMs
    },
    async close() {
      closing = true
      clearInterval(sweep)
      await group.close()
      await malformedLog.close()
    },
  }
}

const hasWave = ({ wave }: Reading): boolean => wave !== undefined

const lockNotAvailable = '55P03'

/** check_violation: PostgreSQL's error when no partition fits a row */
const noPartition = '23514'
