import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Connection } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import { migrate } from '../server/platform/migrate.ts'

/** Generates db/types.ts from the migrated schema; with --verify it only says whether the file is up to date. */
const dataDir = await mkdtemp(join(tmpdir(), 'eupnea-types-'))
const postgres = await startEmbeddedPostgres({ dataDir, log: () => {}, settings: { fsync: 'off' } })
const connection = postgres.connection as Connection
try {
  await migrate(connection, () => {})
  const host = encodeURIComponent(String(connection.host))
  const secret = connection.password ? `:${encodeURIComponent(String(connection.password))}` : ''
  const url = `postgres://${connection.user}${secret}@/${connection.database}?host=${host}&port=${connection.port}`
  const args = ['--url', url, '--dialect', 'postgres', '--date-parser', 'string', '--exclude-pattern', 'migrations']
  args.push('--type-mapping', '{"timestamptz":"Temporal.Instant","int8":"number"}', '--out-file', 'db/types.ts')
  execFileSync('kysely-codegen', [...args, ...process.argv.slice(2)], { stdio: 'inherit' })
} finally {
  await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
}
