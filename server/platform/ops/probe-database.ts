import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { type Connection, createClient } from '../database.ts'

export interface Probe {
  /**
   * Writes something tiny, on a connection of its own.
   * @returns seconds since the portal's jobs ran last; null: they never did
   * @throws Error when the database is away, frozen or refuses writes
   */
  ask(): Promise<number | null>
  close(): void
}

/** Longest wait for the connection and for the answer, ms. */
const patienceMs = 3_000

const question = `with written as (
  insert into heartbeats (part, at) values ('portal', now()) on conflict (part) do update set at = excluded.at
)
select extract(epoch from now() - at)::float8 as seconds from heartbeats where part = 'jobs'`

export function createProbe(connection: Connection): Probe {
  let client: pg.Client | null = null
  // A database that is frozen answers no goodbye either.
  const drop = () => {
    const stream = (client as unknown as { connection: { stream: Duplex } } | null)?.connection.stream
    client = null
    stream?.destroy()
  }
  const open = async () => {
    client = createClient(connection, {
      application_name: 'eupnea-probe',
      connectionTimeoutMillis: patienceMs,
      query_timeout: patienceMs,
      statement_timeout: patienceMs,
    })
    await client.connect()
    return client
  }
  return {
    async ask() {
      try {
        const { rows } = await (client ?? (await open())).query<{ seconds: number }>(question)
        return rows[0]?.seconds ?? null
      } catch (error) {
        drop()
        throw error
      }
    },
    close: drop,
  }
}
