import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { to } from 'pg-copy-streams'
import { type Connection, createClient } from '../database.ts'
import { FileMissing, type FileStore, type Store } from '../file-store.ts'
import { keyFileName, writeKeyFile } from '../secret-key/index.ts'
import { readPartitions, readSequences, readTables } from './catalog.ts'
import { filePath, type Manifest, tableFile } from './manifest.ts'

interface BackupOptions {
  readonly folder: string
  readonly version: string
  /** the secret key, to be kept beside the data that it opens; only if asked for (DO-2) */
  readonly key?: string | undefined
  /** whether a key that version 1.6.0 kept in the database may be in its backup */
  readonly mayHoldKey?: boolean
}

/**
 * Writes everything the portal stores into a new folder: every table as of one instant, and every file. The portal may
 * keep running. The folder gets its final name only once it is complete.
 * @throws Error when the folder already exists, or the database holds its own key and that wasn't asked for
 */
export async function backUp(
  connection: Connection,
  files: FileStore,
  { folder, version, key, mayHoldKey = key !== undefined }: BackupOptions,
): Promise<Manifest> {
  const draft = `${folder}.partial`
  await mkdir(dirname(folder), { recursive: true })
  // Reserve the name first, so that two backups at the same time can't write into one folder.
  await mkdir(folder).catch((error: NodeJS.ErrnoException) => {
    throw error.code === 'EEXIST' ? new Error(`${folder} is there already. Name a new folder`) : error
  })
  const client = createClient(connection, { application_name: 'eupnea-backup' })
  try {
    await rm(draft, { recursive: true, force: true })
    await mkdir(join(draft, 'tables'), { recursive: true, mode: 0o700 })
    await client.connect()
    if (!mayHoldKey) await refuseKeyInside(client)
    const manifest = await writeAll(client, files, draft, version)
    await writeFile(join(draft, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true })
    if (key !== undefined) await writeKeyFile(join(draft, keyFileName), key)
    await rm(folder, { recursive: true })
    await rename(draft, folder)
    return manifest
  } catch (error) {
    await rm(draft, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
    throw error
  } finally {
    await client.end()
  }
}

async function refuseKeyInside(client: pg.Client): Promise<void> {
  const { rows } = await client.query(`select 1 from settings where name = 'secret'`)
  if (rows.length > 0)
    throw new Error('This database still holds its secret key. Start the portal once, or add --with-key')
}

async function writeAll(client: pg.Client, files: FileStore, draft: string, version: string): Promise<Manifest> {
  // One snapshot for all tables, so that references stay complete.
  await client.query(`set timezone to 'UTC'`)
  // No day may leave the database, and no file the archive, before it is copied.
  await client.query(`select pg_advisory_lock_shared(hashtext('archive_backup'))`)
  await client.query('begin isolation level repeatable read read only')
  const { rows: instants } = await client.query<{ at: string }>(
    `select to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at`,
  )
  const { rows: migrations } = await client.query<Manifest['migrations'][number]>(
    `select name, hash from migrations where name <> 'definitions' order by name`,
  )
  const tables: Manifest['tables'] = []
  for (const { name, columns } of await readTables(client)) {
    // A query, not a table: the rows of partitioned tables are in their partitions.
    const rows = client.query(to(`copy (select ${quoted(columns)} from ${name}) to stdout`))
    const hash = createHash('sha256')
    await pipeline(rows, createZstdCompress(), hashing(hash), writer(join(draft, tableFile(name))))
    tables.push({ name, columns, rows: rows.rowCount, hash: hash.digest('hex') })
  }
  const facts = { partitions: await readPartitions(client), sequences: await readSequences(client) }
  const { rows: kept } = await client.query<{ store: Store; id: string }>(
    `select store, id from files where state = 'kept'
     ${tables.some(({ name }) => name === 'archive_files') ? archived : ''} order by 1, 2`,
  )
  await client.query('commit')
  const found = await writeFiles(files, kept, draft)
  return { format: 1, version, made_at: instants[0]!.at, migrations, tables, ...facts, ...found }
}

/** Databases of earlier versions have none. */
const archived = `union all select 'archive', id from archive_files where state = 'current'`

async function writeFiles(
  store: FileStore,
  kept: readonly { readonly store: Store; readonly id: string }[],
  draft: string,
): Promise<Pick<Manifest, 'files' | 'missing'>> {
  const found: Pick<Manifest, 'files' | 'missing'> = { files: [], missing: [] }
  for (const file of kept) {
    try {
      const content = await store.get(file.store, file.id)
      const hash = createHash('sha256')
      await mkdir(join(draft, 'files', file.store), { recursive: true, mode: 0o700 })
      await pipeline(content, hashing(hash), writer(join(draft, filePath(file))))
      found.files.push({ ...file, hash: hash.digest('hex') })
    } catch (error) {
      if (!(error instanceof FileMissing)) throw error
      found.missing.push(file.id)
    }
  }
  return found
}

const quoted = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ')
const writer = (path: string) => createWriteStream(path, { mode: 0o600, flush: true })

/** Passes bytes through and adds them to a hash. */
export const hashing = (hash: ReturnType<typeof createHash>): Transform =>
  new Transform({
    transform(chunk, _encoding, done) {
      hash.update(chunk)
      done(null, chunk)
    },
  })
