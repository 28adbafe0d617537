import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import type pg from 'pg'
import { type Connection, createClient } from '../../database.ts'
import { FileMissing, type FileStore } from '../../file-store.ts'
import { nowText } from './base-backup.ts'
import { type Base, baseName, type Catalog, fileName, readCatalog, segmentName, writeCatalog } from './catalog.ts'
import { nameOf, numberIn, numberOf, positionOf, segmentBytes } from './segments.ts'
import { selectFiles } from './select-files.ts'
import { type Vault, writeCompressed } from './vault.ts'

/**
 * Keeps a backup of a running portal up to date, round by round: a copy of the whole cluster now and then, and the
 * write-ahead log and new files since. Only what is newer than the last round can be lost (AR-5).
 */
export interface BackupKeeping {
  /** The portal may have been restarted at another address. @throws Error if none runs */
  connection(): Connection
  /** the cluster's folder on this machine */
  readonly cluster: string
  readonly files: FileStore
  readonly vault: Vault
  readonly version: string
  /** hours after which the whole cluster is copied again */
  readonly baseHours: number
  /** how many days back a restore can go */
  readonly keepDays: number
  /** from one round to the next */
  readonly roundMs: number
  /** ends everything */
  readonly signal: AbortSignal
  readonly report: Report
}

export interface Report {
  say(line: string): void
  /** @param next what happens next; by default, it is tried again */
  failed(error: unknown, next?: string): void
  /** What is new is kept. */
  kept(catalog: Catalog): void
}

const slot = 'eupnea_backup'

/** Keeps the write-ahead log and files since the last round. @param base copied since then */
export const keepChanges = (keeping: BackupKeeping, base?: Base): Promise<Catalog> =>
  connected(keeping, async (client) => {
    const catalog = (await readCatalog(keeping.vault)) ?? (await newCatalog(client, keeping))
    await refuseOther(client, catalog)
    await reserve(client)
    // An earlier try may have failed after the catalog was written.
    const isNew = base && !catalog.bases.some(({ id }) => id === base.id)
    const bases = isNew ? [...catalog.bases, base] : catalog.bases
    // If something was lost while it was copied, another copy is needed.
    const lost_since = isNew && base.lost_since === catalog.lost_since ? undefined : catalog.lost_since
    const kept = await forget(keeping, await addChanges(client, keeping, { ...catalog, bases, lost_since }))
    keeping.report.kept(kept)
    return kept
  })

export async function connected<T>(
  { connection, signal }: BackupKeeping,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = createClient(connection(), { application_name: 'eupnea-backup' })
  await client.connect()
  let ended: Promise<void> | undefined
  // Also ends what the database is busy with.
  const end = () => {
    ended ??= client.end()
  }
  signal.addEventListener('abort', end)
  try {
    signal.throwIfAborted()
    return await work(client)
  } finally {
    signal.removeEventListener('abort', end)
    end()
    await ended
  }
}

/** Whether there is a copy of the whole cluster, and all of the log since. */
export function isUnbroken({ bases, segments }: Pick<Catalog, 'bases' | 'segments'>): boolean {
  const from = bases.at(-1)?.from
  const since = segments.filter((name) => from !== undefined && name >= from)
  return since.length > 0 && numberIn(since.at(-1)!) - numberIn(from!) === BigInt(since.length - 1)
}

interface Cluster {
  readonly system: string
  readonly timeline: number
}

async function clusterOf(client: pg.Client): Promise<Cluster> {
  const { rows } = await client.query<Cluster>(
    `select system_identifier::text as system, timeline_id as timeline from pg_control_system(), pg_control_checkpoint()`,
  )
  return rows[0]!
}

/** The first backup of a database creates its place. If the place is missing later, its disk is. */
async function newCatalog(client: pg.Client, { version, vault }: BackupKeeping): Promise<Catalog> {
  if (!(await slotStatus(client))) await vault.make()
  const { system, timeline } = await clusterOf(client)
  const until = new Date(0).toISOString()
  return { format: 1, system, timeline, version, bases: [], segments: [], files: [], until }
}

async function refuseOther(client: pg.Client, catalog: Catalog): Promise<void> {
  const { system, timeline } = await clusterOf(client)
  if (catalog.system !== system || catalog.timeline !== timeline)
    throw new Error(
      'This place holds the backup of another database, or of this one before it was restored. Name another',
    )
}

/** The state of the log that the database keeps for us; undefined: it was never asked to keep any. */
async function slotStatus(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ status: string }>(
    'select wal_status as status from pg_replication_slots where slot_name = $1',
    [slot],
  )
  return rows[0]?.status
}

/** Makes the database keep what isn't copied yet. If it hasn't since the last round, the log has a gap. */
async function reserve(client: pg.Client): Promise<void> {
  const status = await slotStatus(client)
  if (status && status !== 'lost' && status !== 'unreserved') return
  if (status) await client.query('select pg_drop_replication_slot($1)', [slot])
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
}

async function addChanges(client: pg.Client, keeping: BackupKeeping, catalog: Catalog): Promise<Catalog> {
  // A commit of its own, so that there is one to stop at when restoring to an instant just before it.
  const { rows: instants } = await client.query<{ at: string }>(
    `select ${nowText} as at, pg_logical_emit_message(true, 'eupnea', 'backup')`,
  )
  const { rows } = await client.query<{ end: string; first: string }>(
    `select pg_switch_wal()::text as end, restart_lsn::text as first from pg_replication_slots where slot_name = $1`,
    [slot],
  )
  const { end, first } = rows[0]!
  // Files are copied before the log that names them.
  const files = await addFiles(client, keeping, catalog)
  const segments = [...catalog.segments]
  // The switch ends its segment, unless the position is the very beginning of the next.
  const last = positionOf(end) % segmentBytes === 0n ? numberOf(end) - 1n : numberOf(end)
  for (let number = numberOf(first); number <= last; number++) {
    const name = nameOf(catalog.timeline, number)
    if (segments.includes(name)) continue
    await writeCompressed(keeping.vault, segmentName(name), createReadStream(join(keeping.cluster, 'pg_wal', name)))
    segments.push(name)
  }
  segments.sort()
  const { at } = instants[0]!
  // What comes after a gap is of no use until the whole cluster has been copied again.
  const isWhole = isUnbroken({ ...catalog, segments })
  const until = isWhole ? at : catalog.until
  // A restore stops at the first commit after its instant. If the clock was set back, that is one from before.
  const isLost = catalog.bases.length > 0 && (!isWhole || at < catalog.until)
  const [lost_since] = [catalog.lost_since, isLost ? until : undefined].filter((one) => one !== undefined).sort()
  const kept = { ...catalog, files, segments, until, lost_since, version: keeping.version }
  await writeCatalog(keeping.vault, kept)
  const next = (last + 1n) * segmentBytes
  const lsn = `${(next >> 32n).toString(16)}/${(next & 0xffff_ffffn).toString(16)}`
  await client.query('select pg_replication_slot_advance($1, $2)', [slot, lsn]).catch((error: { code?: string }) => {
    // Nothing has been written since the switch.
    if (error.code !== '55000' && error.code !== '22023') throw error
  })
  return kept
}

async function addFiles(
  client: pg.Client,
  { files, vault }: BackupKeeping,
  catalog: Catalog,
): Promise<Catalog['files']> {
  const rows = await selectFiles(client)
  const present = new Set(rows.map(({ store, id }) => `${store}/${id}`))
  const gone_at = new Date().toISOString()
  const kept = catalog.files.map((file) =>
    present.has(`${file.store}/${file.id}`)
      ? { ...file, gone_at: null }
      : { ...file, gone_at: file.gone_at ?? gone_at },
  )
  const known = new Set(kept.map(({ store, id }) => `${store}/${id}`))
  for (const { store, id } of rows) {
    if (known.has(`${store}/${id}`)) continue
    try {
      await vault.write(fileName(store, id), await files.get(store, id))
      kept.push({ store, id, gone_at: null })
    } catch (error) {
      // Replaced a moment ago.
      if (!(error instanceof FileMissing)) throw error
    }
  }
  return kept
}

/** Deletes what isn't needed to go back that many days. */
async function forget({ vault, keepDays }: BackupKeeping, catalog: Catalog): Promise<Catalog> {
  const oldest = Date.now() - keepDays * 86_400_000
  // The newest base from before then is still needed to get there.
  const index = catalog.bases.findLastIndex(({ ended_at }) => Date.parse(ended_at) <= oldest)
  const bases = index > 0 ? catalog.bases.slice(index) : catalog.bases
  const isNeeded = (name: string) => bases.length === 0 || name >= bases[0]!.from
  const isOver = ({ gone_at }: Catalog['files'][number]) => gone_at !== null && Date.parse(gone_at) < oldest
  const kept = {
    ...catalog,
    bases,
    segments: catalog.segments.filter(isNeeded),
    files: catalog.files.filter((file) => !isOver(file)),
  }
  const gone = [
    ...catalog.bases.filter((base) => !bases.includes(base)).map(({ id }) => baseName(id)),
    ...catalog.segments.filter((name) => !isNeeded(name)).map(segmentName),
    ...catalog.files.filter(isOver).map(({ store, id }) => fileName(store, id)),
  ]
  if (gone.length === 0) return catalog
  await writeCatalog(vault, kept)
  for (const name of gone) await vault.remove(name)
  return kept
}
