import type { DB } from '@eupnea/db/types.ts'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely'
import pg from 'pg'

export type Database = Kysely<DB>
export type Db = Transaction<DB>
export type Connection = pg.PoolConfig

/** The role row-level security holds for; migrations run as the owner instead. */
export const appRole = 'eupnea_app'

// Time is Temporal.Instant inside (rule 9), a date stays text, counts fit a double.
const parsers: Record<number, (value: string) => unknown> = {
  [pg.types.builtins.TIMESTAMPTZ]: (value) => Temporal.Instant.from(value),
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.INT8]: Number,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format as 'text'),
}

// pg asks parameters how they want to be written; without this an Instant would arrive as quoted JSON.
Object.defineProperty(Temporal.Instant.prototype, 'toPostgres', {
  // Where it is loaded more than once, as by the projects of a test run.
  configurable: true,
  value(this: Temporal.Instant) {
    return this.toString()
  },
})

/** Silence after which a connection is asked whether there is still somebody. */
export const keepAliveMs = 10_000

export interface PoolOptions {
  readonly name: string
  readonly max: number
  /** settings of every connection, e.g. {'app.scope': 'all'} */
  readonly settings?: Record<string, string>
  /** after which a statement is given up, ms: a server that vanished without a word answers no more */
  readonly patienceMs?: number
  /** statements are sent without waiting for the answer to the one before */
  readonly pipeline?: boolean
  /** how values are read; as the portal's unless told */
  readonly types?: pg.CustomTypesConfig
}

/** A pool that works as the portal's role. Errors of idle connections are the pool's to mend, not a reason to die. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  // date_trunc must mean the same on every server.
  const settings = { role: appRole, timezone: 'UTC', ...options.settings }
  const pool = new pg.Pool({
    ...connection,
    max: options.max,
    types: options.types ?? types,
    application_name: `eupnea-${options.name}`,
    connectionTimeoutMillis: 5_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: keepAliveMs,
    ...(options.patienceMs === undefined ? {} : { query_timeout: options.patienceMs }),
    pipeline: options.pipeline ?? false,
    options: Object.entries(settings)
      .map(([key, value]) => `-c ${key}=${value}`)
      .join(' '),
  })
  pool.on('error', () => {})
  // The same for one that breaks in somebody's hands: the statement under way rejects, which is where it is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** One connection by itself. When it breaks, the statement under way rejects, which is where it is handled. */
export function createClient(connection: Connection, more: pg.ClientConfig): pg.Client {
  const client = new pg.Client({ ...connection, ...more })
  client.on('error', () => {})
  return client
}

/** Given up with its connection: one that vanished without a word would be asked by more and more of them. */
export async function isAnswering(pool: pg.Pool): Promise<boolean> {
  const question = { text: 'select 1', query_timeout: 2_000 }
  return (await pool.query(question)).rowCount === 1
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) })
}

/** Builds statements and asks nobody: for what is asked so often that it is built once. */
export const builder: Database = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})
