import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, createClient } from './database.ts'
import type { Log } from './log.ts'

/** What one node at a time does for all of them, without a pause. */
export interface Lead {
  /** while it does not, another node may be luckier */
  readonly works: boolean
  close(): Promise<void>
}

export interface Election<T extends Lead> {
  /** what this node does while it leads */
  readonly lead: T | null
  /** what it leads works, or another node leads */
  readonly works: boolean
  close(): Promise<void>
}

export interface ElectionOptions<T extends Lead> {
  readonly connection: Connection
  /** the same on all nodes */
  readonly name: string
  readonly log: Log
  begin(): T
  /** how long a lead that does not work is kept, and how long it is left to others then, ms */
  readonly patienceMs?: number
  /** how often those who follow ask whether it is their turn, and who leads asks whether it still is, ms */
  readonly askEveryMs?: number
}

/** Less than the database waits before it gives the lock of a node that vanished to another one. */
const answerMs = 3_000
/** A node that vanished without a word: the database itself asks whether it is there, for 5 s + 3 × 2 s. */
const keepAlive = '-c tcp_keepalives_idle=5 -c tcp_keepalives_interval=2 -c tcp_keepalives_count=3'

/**
 * Leads for as long as this node holds an advisory lock of the database, which ends with its connection: a node that
 * dies is followed by another within seconds.
 */
export function startElection<T extends Lead>(options: ElectionOptions<T>): Election<T> {
  const { connection, name, log, begin, patienceMs = 10_000, askEveryMs = 1_000 } = options
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
        follows = true
        await pause(askEveryMs)
      }
      if (over.aborted) return
      follows = false
      log.info({ name }, 'leader: this node')
      lead = begin()
      for (let worked = Date.now(); !over.aborted && !isInVain; ) {
        await pause(askEveryMs)
        if (lead.works) worked = Date.now()
        isInVain = Date.now() - worked >= patienceMs
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
      await term().catch((error: Error) =>
        log.warn({ name, reason: error.message }, 'leader: database not reached, trying again'),
      )
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
