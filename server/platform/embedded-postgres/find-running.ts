import { existsSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { readPassword, superuser } from './create-cluster.ts'
import { databaseName } from './run-server.ts'
import type { EmbeddedPostgres } from './start-embedded-postgres.ts'

/**
 * How to reach the PostgreSQL that a running portal started in a data folder; null if none runs. PostgreSQL itself
 * writes down where it listens.
 */
export function findRunning(dataDir: string): EmbeddedPostgres['connection'] | null {
  const cluster = join(resolve(dataDir), 'postgres')
  const path = join(cluster, 'postmaster.pid')
  if (!existsSync(path)) return null
  const [, , , port, socketFolder, address] = readFileSync(path, 'utf8').split('\n')
  return {
    host: socketFolder || address || '127.0.0.1',
    password: readPassword(cluster),
    port: Number(port),
    user: superuser,
    database: databaseName,
  }
}
