import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Config } from '../server/platform/config.ts'
import type { Connection } from '../server/platform/database.ts'
import { DataFolderInUse, findRunning, startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'

/**
 * The portal's database for a tool: the external one, or its own, started for as long as the tool runs.
 * @param how whether it may be one that a running portal has started
 * @throws DataFolderInUse when the tool must be alone and is not, Error when there is nothing that it could read
 */
export async function openDatabase(
  config: Config,
  how: 'alone' | 'also while it runs',
): Promise<{ readonly connection: Connection; close(): Promise<void> }> {
  if (config.DATABASE_URL) return { connection: { connectionString: config.DATABASE_URL }, close: async () => {} }
  const dataDir = resolve(config.DATA_DIR)
  // A portal of another environment has its data elsewhere; an empty database would be made here and backed up.
  if (how !== 'alone' && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`${dataDir} holds no database. DATA_DIR or DATABASE_URL must be those of the portal`)
  try {
    const { connection, stop } = await startEmbeddedPostgres({ dataDir, log: () => {} })
    return { connection, close: stop }
  } catch (error) {
    const running = error instanceof DataFolderInUse && how !== 'alone' ? findRunning(dataDir) : null
    if (!running) throw error
    return { connection: running, close: async () => {} }
  }
}
