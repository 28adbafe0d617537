import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { verifyAudit } from '../server/audit/index.ts'
import { openVault } from '../server/platform/backup/continuous/open-vault.ts'
import { type Restored, restoreTo } from '../server/platform/backup/continuous/restore-to.ts'
import { restore } from '../server/platform/backup/restore.ts'
import { readConfig } from '../server/platform/config.ts'
import { withSnapshot } from '../server/platform/context.ts'
import { createFileStore } from '../server/platform/create-file-store.ts'
import { createDatabase, createPool } from '../server/platform/database.ts'
import { startEmbeddedPostgres } from '../server/platform/embedded-postgres/index.ts'
import type { FileStore } from '../server/platform/file-store.ts'
import { createLog } from '../server/platform/log.ts'
import { migrate } from '../server/platform/migrate.ts'
import { keyFileOf } from '../server/platform/secret-key/index.ts'

/** `npm run restore -- PLACE --to INSTANT|latest`: restores a continuous backup into a new DATA_DIR. */
export async function restoreInstant(place: string, instant: string): Promise<void> {
  const to = instant === 'latest' ? null : instantOf(instant)
  if (isWhole(place)) throw new Error(`${resolve(place)} was made by \`npm run backup -- FOLDER\`. Leave --to away`)
  const config = readConfig(process.env)
  if (config.DATABASE_URL)
    throw new Error(
      'A continuous backup is restored into DATA_DIR, and the portal would use DATABASE_URL. Unset DATABASE_URL',
    )
  const restored = await restoreTo({
    ...{ vault: await openVault(place, config), dataDir: resolve(config.DATA_DIR), to },
    files: await createFileStore(config),
  })
  process.stdout.write(`${sentenceOf(restored)}\n`)
  process.stdout.write(
    `Before the start, set SECRET_KEY or put the portal's key into ${keyFileOf(config)} (mode 600, owned by the portal's user), unless it is there.\n`,
  )
}

/** `npm run restore -- PLACE --drill`: proves a backup by restoring the newest state aside, and leaves nothing behind. */
export async function drill(place: string): Promise<void> {
  const given = readConfig(process.env)
  const folder = await mkdtemp(join(tmpdir(), 'eupnea-drill-'))
  try {
    // Files go aside too, wherever the portal keeps its own.
    const files = await createFileStore({ ...given, DATA_DIR: folder, S3_BUCKET_PREFIX: undefined })
    const restored = isWhole(place)
      ? await restoreWhole(place, folder, files)
      : await restoreTo({ vault: await openVault(place, given), dataDir: folder, to: null, files })
    process.stdout.write(`${sentenceOf(restored)}\n`)
    const found = await inspect(folder)
    process.stdout.write(`${found.text}\n`)
    if (found.breaks > 0 || restored.missing.length > 0) throw new Error('The backup is not whole')
    process.stdout.write('The backup is good.\n')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Whether `npm run backup -- FOLDER` made it. */
const isWhole = (place: string): boolean => !isContinuous(place) && existsSync(join(place, 'manifest.json'))

/** Whether `npm run backup -- --continuous FOLDER` keeps it. */
export const isContinuous = (place: string): boolean => existsSync(join(place, 'catalog.json'))

async function restoreWhole(place: string, dataDir: string, files: FileStore): Promise<Restored> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  try {
    const { made_at, ...manifest } = await restore(postgres.connection, files, resolve(place))
    return { at: Temporal.Instant.from(made_at), files: manifest.files.length, missing: manifest.missing }
  } finally {
    await postgres.stop()
  }
}

function instantOf(text: string): Temporal.Instant {
  try {
    return Temporal.Instant.from(text)
  } catch (error) {
    throw new Error('--to must be an instant with its zone, such as 2026-11-21T03:15:00Z, or latest', { cause: error })
  }
}

const sentenceOf = ({ at, files, missing }: Restored): string =>
  `Restored as of ${at}. Files: ${files}${missing.length > 0 ? `; not in the backup: ${missing.join(', ')}` : ''}`

/** What a restored database holds, and whether its audit log is unbroken. */
async function inspect(dataDir: string): Promise<{ text: string; breaks: number }> {
  const postgres = await startEmbeddedPostgres({ dataDir, log: () => {} })
  const pool = createPool(postgres.connection, { name: 'drill', max: 1 })
  const database = createDatabase(pool)
  try {
    await migrate(postgres.connection, () => {})
    const { rows } = await pool.query<{ residents: number; newest: string | null; entries: number }>(
      `select (select count(*)::int from residents) as residents, (select max(ts)::text from latest) as newest,
         (select count(*)::int from audit_entries) as entries`,
    )
    const origin = { database, actor: { type: 'job', name: 'drill' }, log: createLog('fatal') } as const
    const { breaks } = await withSnapshot(origin, (ctx) => verifyAudit(ctx, []))
    const { residents, newest, entries } = rows[0]!
    return {
      text: `Residents: ${residents}. Newest reading: ${newest ?? 'none'}. Audit entries: ${entries}, errors in them: ${breaks.length}.`,
      breaks: breaks.length,
    }
  } finally {
    await database.destroy()
    await postgres.stop()
  }
}
