import type { Connection } from '../../server/platform/database.ts'
import { startEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'

/** A PostgreSQL that portals reach by DATABASE_URL, kept by the test: it can go away and come back. */
export interface ExternalPostgres {
  /** for DATABASE_URL */
  readonly url: string
  /** for a test that looks into the tables itself */
  readonly connection: Connection
  /** goes away, as for a restart: sessions are cut, what was committed stays */
  stop(): Promise<void>
  /** comes back, at the same address */
  start(): Promise<void>
}

/** @param dataDir a short path, for a socket lies in it */
export async function startExternalPostgres(dataDir: string): Promise<ExternalPostgres> {
  const begin = () => startEmbeddedPostgres({ dataDir, log: () => {} })
  let postgres = await begin()
  const { host, user, database } = postgres.connection
  return {
    // A host in the query stands for the one before it, which a URL must have.
    url: `postgresql://${user}@localhost/${database}?host=${host}`,
    connection: postgres.connection,
    stop: () => postgres.stop(),
    async start() {
      postgres = await begin()
    },
  }
}
