import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../server/platform/config.ts'
import type { Connection } from '../server/platform/database.ts'
import { DataFolderInUse, findRunning, startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { openExternalDatabase } from '../server/platform/external-database.ts'

/**
 * Opens the portal's database for a tool: the external one, or the embedded one, started for as long as the tool runs.
 * @param how `new` creates a database where none exists; `alone` refuses while a portal is running
 * @throws DataFolderInUse when a portal is running and must not, Error when a database is needed and none exists
 */
export async function openDatabase(
  config: Config,
  how: 'new' | 'alone' | 'also while it runs',
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  if (config.DATABASE_URL) {
    const connection = await openExternalDatabase(config.DATABASE_URL, (line) => void process.stderr.write(`${line}\n`))
    return { connection, close: async () => {} }
  }
  const dataDir = resolve(config.DATA_DIR)
  // With another environment the data is elsewhere; without this check an empty database would be created and used.
  if (how !== 'new' && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`${dataDir} holds no database. DATA_DIR or DATABASE_URL must be those of the portal`)
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} })
    return { connection, close: stop }
  } catch (error) {
    const running = error instanceof DataFolderInUse && how === 'also while it runs' ? findRunning(dataDir) : null
    if (!running) throw error
    return { connection: running, close: async () => {} }
  }
}
