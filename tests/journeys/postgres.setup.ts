import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { migrate } from '../../server/platform/migrate.ts'
import { connectionsOf, urlOf } from '../kit/connections.ts'

/** One PostgreSQL for all workers' portals, with a migrated template that each of them copies. */

const template = 'eupnea_template'
/** Where workers find it; Playwright passes on what setup adds to the environment. */
const variable = 'JOURNEYS_POSTGRES'

export default async function setup(): Promise<() => Promise<void>> {
  const dataDir = await mkdtemp(join(tmpdir(), 'eupnea-journeys-'))
  // Durability has tests with a portal of their own; here it would only slow down the disk.
  const settings = { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off', max_connections: '200' }
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings })
  process.env[variable] = urlOf({ ...postgres.connection, database: 'postgres' })
  await administer(`create database ${template}`)
  const owner = { ...postgres.connection, database: template }
  await migrate(owner, () => {})
  await connectionsOf(owner)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function administer(text: string): Promise<void> {
  const client = new pg.Client({ connectionString: process.env[variable] })
  await client.connect()
  try {
    await client.query(text)
  } finally {
    await client.end()
  }
}

/** @returns a portal's DATABASE_URL */
export async function createJourneyDatabase(): Promise<{ url: string; drop(): Promise<void> }> {
  const name = `journeys_${randomBytes(4).toString('hex')}`
  await administer(`create database ${name} template ${template}`)
  return {
    url: (process.env[variable] ?? '').replace('/postgres?', `/${name}?`),
    drop: () => administer(`drop database ${name} with (force)`),
  }
}
