import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Environment variable with the path of a stopped, migrated PostgreSQL cluster, if the run has prepared one. */
export const preparedCluster = 'EUPNEA_TEST_CLUSTER'

/**
 * Prepares a data folder as a portal's first start leaves it, but without people. Creating one from scratch takes
 * seconds.
 */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const cluster = process.env[preparedCluster]
  if (!cluster) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await cp(cluster, join(dataDir, 'postgres'), { recursive: true })
}
