import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { type Connection, createClient } from '../../database.ts'
import { FileMissing, type FileStore } from '../../file-store.ts'
import { writeBase } from './base-backup.ts'
import { selectFiles } from './select-files.ts'
import {
  baseName,
  type Catalog,
  fileName,
  readCatalog,
  segmentName,
  type Vault,
  writeCatalog,
  writeCompressed,
} from './vault.ts'

/**
 * Keeps a backup of a running portal up to date, round by round: a copy of the whole cluster now and then, and the
 * write-ahead log and new files since. Only what is newer than the last round can be lost (AR-5).
 */
export interface BackupKeeping {
  readonly connection: Connection
  /** the cluster's folder on this machine */
  readonly cluster: string
  readonly files: FileStore
  readonly vault: Vault
  readonly version: string
  /** hours after which the whole cluster is copied again */
  readonly baseHours: number
  /** days to which one can go back */
  readonly keepDays: number
  /** after which what is new is kept again while the whole cluster is copied */
  readonly roundMs: number
  say(line: string): void
}

const slot = 'eupnea_backup'
const segmentBytes = 16n * 1024n * 1024n

type Base = Catalog['bases'][number]

/**
 * One round: what is new, and the whole cluster if it is time, beside which the rounds go on.
 * @throws also when only the copy of the whole cluster has failed
 */
export async function keepBackup(keeping: BackupKeeping): Promise<Catalog> {
  const catalog = await keepChanges(keeping)
  const isWhole = isUnbroken(catalog)
  if (isWhole && !isBaseDue(catalog, keeping.baseHours)) return catalog
  // Up to the gap one can still go back by an earlier copy.
  if (!isWhole && catalog.bases.length > 0)
    keeping.say('A part of the write-ahead log is missing: the whole database is copied again')
  return keepChanges(keeping, await besideRounds(keeping, copyCluster(keeping, catalog)))
}

async function besideRounds(keeping: BackupKeeping, copying: Promise<Base>): Promise<Base> {
  const done = new AbortController()
  const copied = copying
    .catch((error: Error) => {
      throw new Error(`The whole database could not be copied: ${error.message}`, { cause: error })
    })
    .finally(() => done.abort())
  // Awaited below.
  copied.catch(() => {})
  const wait = () => sleep(keeping.roundMs, undefined, { signal: done.signal }).catch(() => {})
  for (await wait(); !done.signal.aborted; await wait())
    await keepChanges(keeping).catch((error) => keeping.say(`Trying again: ${(error as Error).message}`))
  return copied
}

async function connected<T>({ connection }: BackupKeeping, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = createClient(connection, { application_name: 'eupnea-backup' })
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** The write-ahead log and files since the last round. @param base that has been copied since */
const keepChanges = (keeping: BackupKeeping, base?: Base): Promise<Catalog> =>
  connected(keeping, async (client) => {
    const catalog = (await readCatalog(keeping.vault)) ?? (await newCatalog(client, keeping))
    await refuseOther(client, catalog)
    await reserve(client)
    const bases = base ? [...catalog.bases, base] : catalog.bases
    return forget(keeping, await addChanges(client, keeping, { ...catalog, bases }))
  })

const isBaseDue = ({ bases }: Catalog, hours: number): boolean => {
  const { ended_at } = bases.at(-1)!
  return Date.parse(ended_at) < Date.now() - hours * 3_600_000
}

/** Whether there is a copy of the whole cluster, and all of the log since. */
function isUnbroken({ bases, segments }: Pick<Catalog, 'bases' | 'segments'>): boolean {
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

async function newCatalog(client: pg.Client, { version }: BackupKeeping): Promise<Catalog> {
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

/** Has the database keep what is not yet copied. When it hasn't since the last round, the log has a gap. */
async function reserve(client: pg.Client): Promise<void> {
  const { rows } = await client.query<{ status: string }>(
    'select wal_status as status from pg_replication_slots where slot_name = $1',
    [slot],
  )
  if (rows[0] && rows[0].status !== 'lost' && rows[0].status !== 'unreserved') return
  if (rows[0]) await client.query('select pg_drop_replication_slot($1)', [slot])
  await client.query('select pg_create_physical_replication_slot($1, true)', [slot])
}

const copyCluster = (keeping: BackupKeeping, { timeline }: Catalog): Promise<Base> =>
  connected(keeping, async (client) => {
    const id = new Date().toISOString().replaceAll(/[:.]/g, '-')
    const { started, stopped } = await writeBase(client, keeping.cluster, keeping.vault, id)
    keeping.say(`The whole database was copied: ${baseName(id)}`)
    const { rows } = await client.query<{ at: string }>(`select ${nowText} as at`)
    const [from, to] = [nameOf(timeline, numberOf(started)), nameOf(timeline, numberOf(stopped))]
    return { id, from, to, ended_at: rows[0]!.at }
  })

const nowText = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Position in the log as a number. */
const positionOf = (lsn: string): bigint => {
  const [high, low] = lsn.split('/') as [string, string]
  return (BigInt(`0x${high}`) << 32n) + BigInt(`0x${low}`)
}
const numberOf = (lsn: string): bigint => positionOf(lsn) / segmentBytes

const perId = 0x1_0000_0000n / segmentBytes

/** As PostgreSQL calls a segment of its log. */
function nameOf(timeline: number, number: bigint): string {
  return [BigInt(timeline), number / perId, number % perId]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('')
}
const numberIn = (name: string): bigint => BigInt(`0x${name.slice(8, 16)}`) * perId + BigInt(`0x${name.slice(16)}`)

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
  // Files of what is in the log by now, before the log names them.
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
  // What comes after a gap is worth nothing before the whole cluster was copied again.
  const until = isUnbroken({ ...catalog, segments }) ? instants[0]!.at : catalog.until
  const kept = { ...catalog, files, segments, until, version: keeping.version }
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
