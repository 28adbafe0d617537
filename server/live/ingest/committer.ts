import { isDataFault } from '../../platform/faults.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import { counter } from '../../platform/metrics.ts'
import type { Bed } from '../bed/bed.ts'
import { type Commit, commitBatch } from './commit-batch.ts'
import type { IngestOptions, Message } from './ingest-shapes.ts'
import { findNew } from './late-days.ts'

const retryMs = 500
const patienceMs = 5_000
/** check_violation: PostgreSQL's error when no partition fits a row */
const noPartition = '23514'

const readingsKept = counter('readings_committed_total', 'Readings acknowledged after commit')
const commits = counter('commits_total', 'Transactions that committed readings')

interface CommitterOptions
  extends Pick<IngestOptions, 'pool' | 'archive' | 'state' | 'log' | 'missed' | 'late' | 'isDiskFull'> {
  keepPartitions(): Promise<void>
  /** a device taken for silent has sent readings */
  reconnect(bed: Bed): void
  /** the database rejects what a message says */
  refuse(bed: Bed, payload: Buffer): Promise<void>
}

/** Commits messages and passes on what follows; while that fails, tries again. */
export function createCommitter(options: CommitterOptions) {
  const { pool, archive, state, log, keepPartitions, reconnect } = options
  const timely = createLastingLog(log, 'ingest: not committed, trying again', 'ingest: committed again')
  const late = createLastingLog(log, 'ingest: late readings wait', 'ingest: late readings committed again')
  let closing = false
  /** since when the database refuses writes, ms of performance.now(); null: it accepts them */
  let refusedSince: number | null = null

  const store = async (messages: readonly Message[], isLate: boolean): Promise<Commit> => {
    const all = messages.flatMap((message) => message.rows)
    const fresh = isLate ? await findNew(archive, pool, all) : null
    if (fresh?.rows.length === 0) return { connected: [], beds: [], raised: [], givenUp: [] }
    const client = await pool.connect()
    let broken = true
    try {
      const commit = await commitBatch(client, state, fresh?.rows ?? all, fresh?.hold)
      broken = false
      return commit
    } finally {
      client.release(broken)
    }
  }

  /** Retries until committed, however long the database is away: publishers wait and nothing is lost. */
  const commit = async (messages: readonly Message[], isLate: boolean): Promise<void> => {
    const lasting = isLate ? late : timely
    for (let delay = 20; ; delay = Math.min(delay * 2, retryMs)) {
      try {
        if (options.isDiskFull()) throw new Error('the disk is full')
        publish(messages, await store(messages, isLate))
        if (!isLate) refusedSince = null
        lasting.worked()
        return
      } catch (error) {
        const { code, message } = error as { code?: string; message: string }
        if (code === noPartition) await keepPartitions().catch(() => {})
        else if (isDataFault(code)) return isolate(messages, message, isLate)
        // Readings that wait for the archive say nothing about the rest.
        if (!isLate) refusedSince ??= performance.now()
        lasting.failed(message, { readings: messages.length })
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
    await options.refuse(bed, Buffer.from(JSON.stringify(rows)))
  }

  const publish = (messages: readonly Message[], { connected, beds, raised, givenUp }: Commit) => {
    for (const { bed, reason } of givenUp)
      log.error({ reason, device_id: bed.place.id }, 'watch: a bed could not be judged')
    for (const { from, event, reduced } of beds) {
      const { no, id } = from.place
      // Taken for silent while this was being committed.
      if (state.byNo(no)?.online === false && !connected.includes(no)) reconnect(from)
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

  return {
    commit,
    /** messages can be stored, or could be a moment ago */
    get stores() {
      return refusedSince === null || performance.now() - refusedSince < patienceMs
    },
    /** Gives up what can't be committed now. */
    close: () => {
      closing = true
    },
  }
}
