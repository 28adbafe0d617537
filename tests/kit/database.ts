import { randomBytes } from 'node:crypto'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import pg from 'pg'
import { inject } from 'vitest'
import type { TestProject } from 'vitest/node'
import type { Connection } from '../../server/platform/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { prepareJobs } from '../../server/platform/jobs.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { connectionsOf } from './connections.ts'
import { preparedCluster } from './data-folder.ts'

/**
 * One PostgreSQL per test run, with a migrated template that each test file copies in milliseconds, and the same as
 * files for portals that start their own PostgreSQL.
 */

declare module 'vitest' {
  interface ProvidedContext {
    postgres: Connection
  }
}

const template = 'eupnea_template'

export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'eupnea-test-'))
  const dataDir = join(folder, 'data')
  // Tests that start their own portal prove durability; here it would only slow things down.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const start = () => startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  const first = await start()
  await migrate(first.connection, () => {})
  await prepareJobs(first.connection)
  await connectionsOf(first.connection)
  await first.stop()
  // Portals reuse each other's compiled code.
  process.env.NODE_COMPILE_CACHE ??= resolve('.cache/compiled')
  process.env[preparedCluster] = join(folder, 'cluster')
  await cp(join(dataDir, 'postgres'), process.env[preparedCluster], { recursive: true })
  const postgres = await start()
  const connection = postgres.connection as Connection
  await administer(connection, `create database ${template} template ${connection.database}`)
  project.provide('postgres', connection)
  return async () => {
    await postgres.stop()
    await rm(folder, { recursive: true, force: true })
  }
}

async function administer(connection: Connection, text: string): Promise<void> {
  const client = new pg.Client({ ...connection, database: 'postgres' })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** A fresh, empty database, migrated by default; `drop` it when done. */
export async function createTestDatabase({
  isMigrated = true,
} = {}): Promise<{ connection: Connection; drop(): Promise<void> }> {
  const server = inject('postgres')
  const database = `test_${randomBytes(6).toString('hex')}`
  await administer(
    server,
    `create database ${database} template ${isMigrated ? template : 'template0'} strategy file_copy`,
  )
  return {
    connection: { ...server, database },
    drop: () => administer(server, `drop database ${database} with (force)`),
  }
}
