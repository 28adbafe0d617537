import { resolve } from 'node:path'
import type pg from 'pg'
import type { Config } from './platform/config.ts'
import {
  type Connection,
  type Connections,
  createDatabase,
  createPool,
  type Databases,
  type ServingRole,
} from './platform/database.ts'
import { openConnections } from './platform/database-roles.ts'
import { levelOfLine, startEmbeddedPostgres } from './platform/embedded-postgres/index.ts'
import { openExternalDatabase } from './platform/external-database.ts'
import { prepareJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { openSecretKey, type SecretKey } from './platform/secret-key/index.ts'
import type { Closer } from './platform/stop-parts.ts'

type Closing = (close: Closer) => void

interface OpenDatabases extends SecretKey {
  readonly connections: Connections
  readonly pools: Readonly<Record<ServingRole, pg.Pool>>
  readonly databases: Databases
}

/**
 * Brings the database up to date as its owner, then opens it as the roles that the portal serves as (DO-1).
 * @throws Error when it is newer than the portal, or the portal may not make or use a role
 */
export async function openDatabases(config: Config, log: Log, onStop: Closing): Promise<OpenDatabases> {
  const owner = await openOwner(config, log, onStop)
  await migrate(owner, (name) => log.info({ name }, 'migration applied'))
  const key = await openSecretKey(owner, config)
  if (config.ROLES.includes('jobs')) await prepareJobs(owner)
  // From here on nothing is done as the owner.
  const urls = {
    requests: config.DATABASE_URL_REQUESTS,
    identity: config.DATABASE_URL_IDENTITY,
    work: config.DATABASE_URL_WORK,
  }
  const connections = await openConnections(owner, { secret: key.secret, urls, log })
  const poolOf = (role: ServingRole, max: number) => {
    const pool = createPool(connections[role], { name: role, max, pipeline: true })
    onStop(() => pool.end())
    return pool
  }
  // docs/operations.md counts them.
  const pools = { requests: poolOf('requests', 6), identity: poolOf('identity', 5), work: poolOf('work', 5) }
  const databases = {
    requests: createDatabase(pools.requests),
    identity: createDatabase(pools.identity),
    work: createDatabase(pools.work),
  }
  return { ...key, connections, pools, databases }
}

/** The configured database, or the embedded one, as its owner. */
async function openOwner(config: Config, log: Log, onStop: Closing): Promise<Connection> {
  if (config.DATABASE_URL) return await openExternalDatabase(config.DATABASE_URL, (line) => log.warn(line))
  const postgres = await startEmbeddedPostgres({
    dataDir: resolve(config.DATA_DIR),
    log: (line) => log[levelOfLine(line)]({ line }, 'postgres'),
    onExit: (exit) => log.error(exit, 'the database ended and is being restarted'),
  })
  onStop(() => postgres.stop())
  return postgres.connection
}
