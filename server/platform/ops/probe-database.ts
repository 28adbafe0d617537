import type { Duplex } from 'node:stream'
import type pg from 'pg'
import { type Connection, createClient } from '../database.ts'

/** Parts that beat while they work. */
export const beatingParts = ['jobs', 'messages'] as const
type BeatingPart = (typeof beatingParts)[number]

export interface Found {
  /** when the portal's jobs ran last, and when its messages were last found to go out; changes with each beat */
  readonly beats: Readonly<Partial<Record<BeatingPart, string>>>
  /** by how much this machine's clock is at least ahead of the database's, ms, negative: behind; 0: they may agree */
  readonly aheadMs: number
  /** when a version of the portal last changed tables or definitions */
  readonly upgradedAt: string
}

export interface Probe {
  /**
   * Writes something tiny, on a connection of its own.
   * @throws Error when the database is away, frozen or refuses writes
   */
  ask(): Promise<Found>
  close(): void
}

/** Longest wait for the connection and for the answer, ms. */
const patienceMs = 3_000

const question = `with written as (
  insert into heartbeats (part, at) values ('portal', now()) on conflict (part) do update set at = excluded.at
)
select extract(epoch from clock_timestamp())::float8 * 1000 as clock,
  (select coalesce(json_object_agg(part, at), '{}') from heartbeats where part = any ($1)) as beats,
  (select applied_at::text from migrations where name = 'definitions') as upgraded_at`

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
        const asked = client ?? (await open())
        const before = Date.now()
        const { rows } = await asked.query<{ clock: number; beats: Found['beats']; upgraded_at: string }>(question, [
          beatingParts,
        ])
        const { clock, beats, upgraded_at: upgradedAt } = rows[0]!
        // It was read at some moment between: a node that stood still meanwhile has no wrong clock.
        return { beats, upgradedAt, aheadMs: Math.max(before - clock, 0) + Math.min(Date.now() - clock, 0) }
      } catch (error) {
        drop()
        throw error
      }
    },
    close: drop,
  }
}
