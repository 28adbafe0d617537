import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createZstdDecompress } from 'node:zlib'
import type pg from 'pg'
import { from } from 'pg-copy-streams'
import { type Connection, createClient } from '../database.ts'
import { type FileStore, type Store, stores } from '../file-store.ts'
import { createTables, migrate } from '../migrate.ts'
import { hashing } from './back-up.ts'
import { forgetPassing } from './forget-passing.ts'
import { filePath, type Manifest, manifest as shape, tableFile } from './manifest.ts'

/**
 * Restores a backup into an empty database, and its files into a store. Everything is read and checked against its hash
 * before the first row is written; rows are written in one transaction, before triggers exist. People have to sign in
 * again, and messages that were waiting are left for a Superadmin to resend, because nobody knows whether they went
 * out.
 * @throws Error when the backup is damaged or newer than this portal, or the database is not empty
 */
export async function restore(connection: Connection, files: FileStore, folder: string): Promise<Manifest> {
  const manifest = await readManifest(folder)
  await verify(manifest, folder)
  const client = createClient(connection, { application_name: 'eupnea-restore' })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string | null }>(`select to_regclass('public.migrations') as name`)
    if (rows[0]!.name !== null)
      throw new Error('The database is not empty. Name a new DATA_DIR, or a new database in DATABASE_URL')
    await createTables(connection, new Map(manifest.migrations.map(({ name, hash }) => [name, hash])))
    for (const file of manifest.files) await files.put(storeOf(file), file.id, readFileOf(folder, filePath(file)))
    await client.query(`set timezone to 'UTC'`)
    await client.query('begin')
    await load(client, manifest, folder)
    await client.query('commit')
    await migrate(connection, () => {})
    await client.query('analyze')
    return manifest
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw error
  } finally {
    await client.end()
  }
}

/** Reads a backup's list of its contents. @throws Error when the folder holds no finished backup */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, 'manifest.json'), 'utf8').catch((error: NodeJS.ErrnoException) => {
    const why =
      error.code === 'ENOENT' ? 'holds no backup, or one that was not finished' : `cannot be read: ${error.message}`
    throw new Error(`${folder} ${why}`)
  })
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new Error('The backup is damaged, or of a newer portal: manifest.json cannot be read', { cause: error })
  }
}

async function verify({ tables, files }: Manifest, folder: string): Promise<void> {
  const nowhere = () => new Writable({ write: (_chunk, _encoding, done) => done() })
  const compare = async (path: string, expected: string) => {
    const hash = createHash('sha256')
    await pipeline(readFileOf(folder, path), hashing(hash), nowhere()).catch((error) => {
      throw new Error(`The backup is damaged: ${path}: ${(error as Error).message}`, { cause: error })
    })
    if (hash.digest('hex') !== expected) throw new Error(`The backup is damaged: ${path} is not what was written`)
  }
  for (const { name, hash } of tables) await compare(tableFile(name), hash)
  for (const file of files) await compare(filePath(file), file.hash)
}

async function load(client: pg.Client, { tables, partitions, sequences }: Manifest, folder: string): Promise<void> {
  const names = tables.map(({ name }) => name).join(', ')
  // What migrations inserted (the portal's secret) is in the backup too.
  await client.query(`truncate ${names}`)
  for (const { name, parent, bound, options } of partitions)
    await client.query(`create table ${name} partition of ${parent} ${bound} ${options && `with (${options})`}`)
  for (const { name, columns } of tables) {
    const list = columns.map((column) => `"${column}"`).join(', ')
    await pipeline(readTable(folder, name), client.query(from(`copy ${name} (${list}) from stdin`)))
  }
  for (const { name, value, is_called } of sequences)
    await client.query('select setval($1::regclass, $2, $3)', [name, value, is_called])
  await forgetPassing(client)
}

const readFileOf = (folder: string, path: string): Readable => createReadStream(join(folder, path))
const readTable = (folder: string, name: string): Readable => {
  const content = readFileOf(folder, tableFile(name))
  const plain = createZstdDecompress()
  content.on('error', (error) => plain.destroy(error))
  return content.pipe(plain)
}

function storeOf({ store }: { readonly store: string }): Store {
  const known = stores.find((one) => one === store)
  if (!known) throw new Error(`The backup has files of a store that this portal does not know: ${store}`)
  return known
}
