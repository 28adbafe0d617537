import type { Reading } from '@eupnea/contract/live.ts'
import { counter, gauge } from '../../platform/metrics.ts'
import type { Bed } from '../bed/bed.ts'
import { createCommitGroups } from './commit-groups.ts'
import { createCommitter } from './committer.ts'
import { createDeviceStates } from './device-states.ts'
import { type ReadingRow, selectWaves } from './ingest.sql.ts'
import type { Ingest, IngestOptions, Message } from './ingest-shapes.ts'
import { createPartitionKeeper } from './keep-partitions.ts'
import { holdsClosedDay } from './late-days.ts'
import { createMalformedLog } from './malformed-log.ts'
import { type MalformedReason, parseTelemetry } from './parse-telemetry.ts'
import { createPortalClock } from './portal-clock.ts'
import { createKnowing, rowsOf, rowsOfWaves } from './reading-rows.ts'
import { createShares } from './shares.ts'
import { createWaveEstimates } from './wave-estimates.ts'

const groupDelayMs = 5
const groupReadings = 8_000
/** readings of one device in the commits under way */
const shareReadings = 250

const malformed = counter('messages_malformed_total', 'Messages or readings refused', ['reason'])

export function createIngest(options: IngestOptions): Ingest {
  const { state } = options
  const waves = createWaveEstimates((no, after, before) => selectWaves(options.pool, no, after, before))
  const clock = createPortalClock()
  const malformedLog = createMalformedLog(options.writeMalformed, options.log)

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
  const keepPartitions = createPartitionKeeper(options)
  const committer = createCommitter({
    ...options,
    keepPartitions,
    reconnect: (bed) => void devices.reconnect(bed),
    refuse: (bed, payload) => refuseReadings(bed, ['not_storable'], payload, null),
  })
  const isLate = ({ rows }: Message) => holdsClosedDay(rows, Date.now())
  const group = createCommitGroups<Message>({
    delayMs: groupDelayMs,
    maxSize: groupReadings,
    commit: committer.commit,
    isLate,
  })
  const shares = createShares(shareReadings)
  const add = (bed: Bed, rows: readonly ReadingRow[]): Promise<void> =>
    shares.addAll(bed.place.no, rows, (part) => group.add({ rows: part, bed }, part.length))
  gauge('ingest_waiting_messages', 'Messages waiting for their commit', function () {
    this.set(group.waiting)
  })

  /** the storing of each device's messages that carry a wave, until done */
  const withWaves = new Map<number, Promise<unknown>>()
  const devices = createDeviceStates({
    ...options,
    settled: (no) => Promise.all([withWaves.get(no), shares.settled(no), group.settled()]),
    count: (bed, reason, payload) => count(bed, [reason], payload),
  })

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
    status: devices.status,
    online: devices.online,
    connected: devices.connected,
    keepOnline: devices.keepOnline,
    characterise: ({ place: { no } }, isChangeOnly) => void state.apply(no, { event: 'characterised', isChangeOnly }),
    refuse: (bed, reason, payload) =>
      reason === 'state_malformed' ? refuseReadings(bed, [reason], payload, null) : count(bed, [reason], payload),
    keepPartitions,
    get stores() {
      return committer.stores
    },
    get clockAheadMs() {
      return clock.aheadMs
    },
    async close() {
      committer.close()
      devices.close()
      await group.close()
      await malformedLog.close()
    },
  }
}

const hasWave = ({ wave }: Reading): boolean => wave !== undefined
