import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, createClient } from './database.ts'
import type { Log } from './log.ts'
import { createLastingLog } from './log-lasting.ts'

/** Work that one node does for all of them, continuously. */
export interface Lead {
  /** when false for long, another node gets a try */
  readonly works: boolean
  close(): Promise<void>
}

export interface Election<T extends Lead> {
  /** this node's work while it leads */
  readonly lead: T | null
  /** this node's work succeeds, or another node leads */
  readonly works: boolean
  close(): Promise<void>
}

export interface ElectionOptions<T extends Lead> {
  readonly connection: Connection
  /** the same on all nodes */
  readonly name: string
  readonly log: Log
  begin(): T
  /** how long a failing leader stays, and how long it then lets others try, ms */
  readonly patienceMs?: number
  /** how often followers try to take over, and the leader checks that it still leads, ms */
  readonly askEveryMs?: number
}

/** Less than the time after which the database frees the lock of a node that vanished. */
const answerMs = 3_000
/**
 * For nodes that vanish silently: the database itself checks the connection, for 5 s + 3 × 2 s. Of a node that stands
 * still the connection is sound: it is ended when nothing has been asked for 10 s.
 */
const keepAlive =
  '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3 -c idle_session_timeout=10s'

/**
 * This node leads as long as it holds an advisory lock, which the database releases when the connection ends: if a node
 * dies or stands still, another takes over within seconds.
 */
export function startElection<T extends Lead>(options: ElectionOptions<T>): Election<T> {
  const { connection, name, log, begin, patienceMs = 10_000, askEveryMs = 1_000 } = options
  const reaching = createLastingLog(log, 'leader: database not reached, trying again', 'leader: database reached again')
  const stopping = new AbortController()
  let lead: T | null = null
  let follows = false
  let isInVain = false

  const term = async (): Promise<void> => {
    const client = createClient(connection, {
      application_name: `eupnea-${name}`,
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
      options: keepAlive,
    })
    const lost = new AbortController()
    const over = AbortSignal.any([stopping.signal, lost.signal])
    const pause = (ms: number) => sleep(ms, undefined, { signal: over }).catch(() => {})
    client.once('end', () => lost.abort())
    try {
      await client.connect()
      while (!over.aborted && !(await isElected(client, name))) {
        reaching.worked()
        follows = true
        await pause(askEveryMs)
      }
      if (over.aborted) return
      reaching.worked()
      follows = false
      log.info({ name }, 'leader: this node')
      lead = begin()
      for (let worked = performance.now(); !over.aborted && !isInVain; ) {
        await pause(askEveryMs)
        if (lead.works) worked = performance.now()
        isInVain = performance.now() - worked >= patienceMs
        if (!over.aborted) await client.query('select')
      }
    } finally {
      follows = false
      await lead?.close()
      lead = null
      void client.end().catch(() => {})
    }
  }

  const run = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      await term().catch((error: Error) => reaching.failed(error.message, { name }))
      const restMs = isInVain ? patienceMs / 2 : askEveryMs
      await sleep(restMs, undefined, { signal: stopping.signal }).catch(() => {})
      isInVain = false
    }
  }
  const running = run()

  return {
    get lead() {
      return lead
    },
    get works() {
      return lead?.works ?? follows
    },
    async close() {
      stopping.abort()
      await running
    },
  }
}

async function isElected(client: pg.Client, name: string): Promise<boolean> {
  const { rows } = await client.query<{ elected: boolean }>('select pg_try_advisory_lock(hashtext($1)) as elected', [
    `eupnea_${name}`,
  ])
  return rows[0]!.elected
}
