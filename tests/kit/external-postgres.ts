import type { Connection } from '../../server/platform/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { urlOf } from './connections.ts'
import { prepareDataFolder } from './data-folder.ts'

/** A PostgreSQL for DATABASE_URL, managed by the test: it can stop and come back. */
export interface ExternalPostgres {
  /** for DATABASE_URL */
  readonly url: string
  /** for tests that read the tables directly */
  readonly connection: Connection
  /** stops as for a restart: sessions are cut, commits are kept */
  stop(): Promise<void>
  /** starts again at the same address */
  start(): Promise<void>
}

/** @param dataDir a new folder with a short path, because it contains a socket */
export async function startExternalPostgres(dataDir: string): Promise<ExternalPostgres> {
  // Four nodes may want 32 connections each.
  const begin = () => startEmbeddedPostgres({ dataDir, settings: { max_connections: '200' }, log: () => {} })
  await prepareDataFolder(dataDir)
  let postgres = await begin()
  return {
    url: urlOf(postgres.connection),
    connection: postgres.connection,
    stop: () => postgres.stop(),
    async start() {
      postgres = await begin()
    },
  }
}
