import type { DB } from '@eupnea/db/types.ts'
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type Transaction,
} from 'kysely'
import pg from 'pg'
import { createDialect } from './database-driver.ts'

export type Database = Kysely<DB>
export type Db = Transaction<DB>
export type Connection = pg.PoolConfig

/**
 * As which the portal serves (DO-1): people's requests; sign-in and accounts; and what it does by itself. None of them
 * owns anything; migrations run as the owner, at the start.
 */
export const servingRoles = ['requests', 'identity', 'work'] as const
export type ServingRole = (typeof servingRoles)[number]
export type Databases = Readonly<Record<ServingRole, Database>>
export type Connections = Readonly<Record<ServingRole, Connection>>

/** An array of numbers, in one dimension. The library would look at each letter. */
const numbers = (value: string) =>
  value === '{}'
    ? []
    : value
        .slice(1, -1)
        .split(',')
        .map((one) => (one === 'NULL' ? null : Number(one)))
const arraysOfNumbers = { int4: 1007, float4: 1021, float8: 1022 }
const arrayOfInstants = 1185

// Time is Temporal.Instant inside (rule 9), a date stays text, counts fit a double.
const parsers: Record<number, (value: string) => unknown> = {
  ...Object.fromEntries(Object.values(arraysOfNumbers).map((oid) => [oid, numbers])),
  [pg.types.builtins.TIMESTAMPTZ]: (value) => Temporal.Instant.from(value),
  [arrayOfInstants]: (value) => (value.match(/[^{}",]+/g) ?? []).map((one) => Temporal.Instant.from(one)),
  [pg.types.builtins.DATE]: (value) => value,
  [pg.types.builtins.INT8]: Number,
}
const types: pg.CustomTypesConfig = {
  getTypeParser: (oid: number, format?: 'text' | 'binary') =>
    (format !== 'binary' && parsers[oid]) || pg.types.getTypeParser(oid, format),
}

// pg asks parameters how to serialise themselves; without this an Instant would arrive as quoted JSON.
Object.defineProperty(Temporal.Instant.prototype, 'toPostgres', {
  // The module may be loaded more than once, for instance by the projects of a test run.
  configurable: true,
  value(this: Temporal.Instant) {
    return this.toString()
  },
})

/** Silence after which TCP checks that the other side is still there, ms. */
export const keepAliveMs = 10_000

export interface PoolOptions {
  readonly name: string
  readonly max: number
  /** settings of every connection, e.g. {'app.scope': 'all'} */
  readonly settings?: Record<string, string>
  /** statement timeout, ms: a server that vanished silently never answers */
  readonly patienceMs?: number
  /** send statements without waiting for the previous answer */
  readonly pipeline?: boolean
  /** how values are parsed; the portal's own parsers by default */
  readonly types?: pg.CustomTypesConfig
}

/** A pool. It replaces idle connections that break, so their errors don't end the process. */
export function createPool(connection: Connection, options: PoolOptions): pg.Pool {
  // date_trunc must give the same result on every server.
  const settings = Object.entries({ timezone: 'UTC', ...options.settings }).map(([key, value]) => `-c ${key}=${value}`)
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
    options: [connection.options, ...settings].join(' '),
  })
  pool.on('error', () => {})
  // The same for a connection in use: the running statement rejects, and that is where the error is handled.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** A single connection. When it breaks, the running statement rejects, and that is where the error is handled. */
export function createClient(connection: Connection, more: pg.ClientConfig): pg.Client {
  const options = [connection.options, more.options].filter(Boolean).join(' ')
  const client = new pg.Client({ ...connection, ...more, options })
  client.on('error', () => {})
  return client
}

/**
 * Whether the database answers. On failure the connection is closed, so that repeated checks don't pile up on a dead
 * one.
 */
export async function isAnswering(pool: pg.Pool): Promise<boolean> {
  const question = { text: 'select 1', query_timeout: 2_000 }
  return (await pool.query(question)).rowCount === 1
}

export function createDatabase(pool: pg.Pool): Database {
  return new Kysely<DB>({ dialect: createDialect(pool) })
}

/** Only builds statements, never runs them: for frequent queries that are built once. */
export const builder: Database = new Kysely<DB>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
})

/** Whether the database connection failed, or a newer node has changed a table, not the work itself. */
export const isPassing = (error: Error): boolean =>
  ('code' in error && /^(ECONN|57P|53|08|40|EAGAIN|EPIPE|ENOENT)/.test(String(error.code))) ||
  /timeout exceeded|Connection terminated|not queryable|cached plan must not change/.test(error.message)
