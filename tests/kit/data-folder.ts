import { cp, mkdir } from 'node:fs/promises'
import { join } from 'node:path'

/** Environment variable that names a stopped cluster of PostgreSQL, made and migrated, where a run has prepared one. */
export const preparedCluster = 'EUPNEA_TEST_CLUSTER'

/** A data folder as the first start of a portal leaves it, but for its people. To make one anew takes seconds. */
export async function prepareDataFolder(dataDir: string): Promise<void> {
  const cluster = process.env[preparedCluster]
  if (!cluster) return
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  await cp(cluster, join(dataDir, 'postgres'), { recursive: true })
}
