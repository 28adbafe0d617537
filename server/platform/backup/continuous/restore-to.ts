import { createWriteStream, existsSync } from 'node:fs'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { extract } from 'tar-stream'
import { createClient } from '../../database.ts'
import { startEmbeddedPostgres } from '../../embedded-postgres/index.ts'
import type { FileStore } from '../../file-store.ts'
import { forgetPassing } from '../forget-passing.ts'
import { type Base, baseName, type Catalog, fileName, readCatalog, segmentName } from './catalog.ts'
import { numberIn } from './segments.ts'
import { type StoredFile, selectFiles } from './select-files.ts'
import { Missing, readCompressed, type Vault } from './vault.ts'

export interface Restoring {
  readonly vault: Vault
  /** a new data folder */
  readonly dataDir: string
  readonly files: FileStore
  /** null: as late as possible */
  readonly to: Temporal.Instant | null
}

export interface Restored {
  /** everything that was committed until then is restored */
  readonly at: Temporal.Instant
  readonly files: number
  /** files that the vault doesn't have */
  readonly missing: readonly string[]
}

/**
 * Restores a continuous backup into a new data folder, as the database was at an instant. People have to sign in again,
 * and messages that were waiting are left for a Superadmin to resend.
 * @throws Error when the backup doesn't reach that instant, or is damaged
 */
export async function restoreTo({ vault, dataDir, files, to }: Restoring): Promise<Restored> {
  const catalog = await readCatalog(vault)
  if (!catalog || catalog.bases.length === 0)
    throw new Error('There is no continuous backup here, or its first copy is not finished')
  const cluster = join(dataDir, 'postgres')
  if (existsSync(cluster)) throw new Error(`${dataDir} is not empty. Name a new DATA_DIR`)
  const until = Temporal.Instant.from(catalog.until)
  const at = to ?? until
  if (Temporal.Instant.compare(at, until) > 0) throw new Error(`The backup reaches until ${catalog.until}`)
  const base = to ? baseBefore(catalog, to) : newestBase(catalog)
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  try {
    await unpack(vault, baseName(base.id), cluster)
    await layOut(vault, catalog, base.from, join(cluster, restoredWal))
    await writeFile(join(cluster, 'recovery.signal'), '')
    const kept = await recover(dataDir, to === null ? null : at)
    await rm(join(cluster, restoredWal), { recursive: true, force: true })
    return { at, ...(await putFiles(vault, kept, files)) }
  } catch (error) {
    await rm(cluster, { recursive: true, force: true })
    throw error
  }
}

function baseBefore(catalog: Catalog, to: Temporal.Instant): Base {
  const base = catalog.bases.findLast(
    ({ ended_at }) => Temporal.Instant.compare(Temporal.Instant.from(ended_at), to) <= 0,
  )
  if (!base) throw new Error(`The backup begins at ${catalog.bases[0]!.ended_at}`)
  refuseLost(catalog, base, to)
  return base
}

/** Not found by the clock, which may have been ahead while the copy was made. */
function newestBase({ bases, segments }: Catalog): Base {
  const base = bases.findLast(({ from, to }) => {
    const during = segments.filter((name) => name >= from && name <= to)
    return numberIn(to) - numberIn(from) === BigInt(during.length - 1)
  })
  if (!base) throw new Error('A part of the log is missing, and the whole database is not copied again yet')
  return base
}

/** @throws Error when the instant is in a gap of the log, or occurred twice */
function refuseLost({ bases, lost_since, until }: Catalog, base: Base, to: Temporal.Instant): void {
  const later = bases.slice(bases.indexOf(base) + 1)
  for (const lost of [...later, { lost_since, ended_at: until }])
    if (lost.lost_since !== undefined && isAfter(to, lost.lost_since) && !isAfter(to, lost.ended_at))
      throw new Error(
        `Nothing between ${lost.lost_since} and ${lost.ended_at} can be restored, because a part of the log is missing or the clock was set back. Name another instant, or latest`,
      )
}

const isAfter = (one: Temporal.Instant, other: string): boolean =>
  Temporal.Instant.compare(one, Temporal.Instant.from(other)) > 0

const restoredWal = 'restored-wal'

async function unpack(vault: Vault, name: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  const tar = extract()
  const reading = pipeline(await readCompressed(vault, name), tar)
  // Awaited below, unless the unpacking fails first.
  reading.catch(() => {})
  for await (const entry of tar) {
    const path = join(folder, entry.header.name)
    if (!path.startsWith(`${folder}/`) && !path.startsWith(`${folder}\\`)) throw new Error('The backup is damaged')
    if (entry.header.type === 'directory') {
      await mkdir(path, { recursive: true, mode: 0o700 })
      entry.resume()
    } else {
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      await pipeline(entry, createWriteStream(path, { mode: 0o600 }))
    }
  }
  await reading
}

/** The log from a base on, where the server fetches it. */
async function layOut(vault: Vault, { segments }: Catalog, from: string, folder: string): Promise<void> {
  await mkdir(folder, { mode: 0o700 })
  for (const name of segments.filter((one) => one >= from))
    await pipeline(
      await readCompressed(vault, segmentName(name)).catch((error) => {
        throw error instanceof Missing ? new Error(`The backup is damaged: ${name} is missing`) : error
      }),
      createWriteStream(join(folder, name), { mode: 0o600 }),
    )
}

/**
 * Replays the log up to the instant, and removes what must not come back with a restore.
 * @returns the files that existed then
 */
async function recover(dataDir: string, to: Temporal.Instant | null): Promise<StoredFile[]> {
  // Relative to the cluster, so that the folder's name needs no quoting.
  const copy = process.platform === 'win32' ? `copy "${restoredWal}\\%f" "%p"` : `cp ${restoredWal}/%f %p`
  const postgres = await startEmbeddedPostgres({
    dataDir,
    log: () => {},
    settings: {
      restore_command: copy,
      hot_standby: 'off',
      ...(to ? { recovery_target_time: pgTime(to), recovery_target_action: 'promote' } : {}),
    },
  })
  const client = createClient(postgres.connection, { application_name: 'eupnea-restore' })
  try {
    await client.connect()
    await client.query('begin')
    await forgetPassing(client)
    await client.query('commit')
    return await selectFiles(client)
  } finally {
    await client.end()
    await postgres.stop()
  }
}

/** In the only format that the server accepts here. */
const pgTime = (instant: Temporal.Instant): string => instant.toString().replace('T', ' ').replace('Z', '+00')

async function putFiles(vault: Vault, kept: readonly StoredFile[], files: FileStore) {
  const missing: string[] = []
  for (const { store, id } of kept)
    try {
      await files.put(store, id, await vault.read(fileName(store, id)))
    } catch (error) {
      if (!(error instanceof Missing)) throw error
      missing.push(id)
    }
  return { files: kept.length - missing.length, missing }
}
