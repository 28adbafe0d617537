import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createZstdCompress } from 'node:zlib'
import type pg from 'pg'
import { type Pack, pack } from 'tar-stream'
import { baseName } from './catalog.ts'
import type { Vault } from './vault.ts'

export const nowText = `to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** Folders whose contents a restored server creates again. */
const emptied = new Set(
  ['wal', 'replslot', 'dynshmem', 'notify', 'serial', 'snapshots', 'stat_tmp', 'subtrans'].map((name) => `pg_${name}`),
)
const leftOut = /^(postmaster\.(pid|opts)|.*\bpgsql_tmp.*|.*\bpg_internal\.init(\.\d+)?|restored-wal)$/

/**
 * Copies the cluster's files while the server writes them; the log from `started` to `stopped` makes them consistent.
 * @param client its session must not end meanwhile
 */
export async function writeBase(
  client: pg.Client,
  cluster: string,
  vault: Vault,
  id: string,
): Promise<{ started: string; stopped: string; ended_at: string }> {
  const { rows } = await client.query<{ lsn: string }>('select pg_backup_start($1, true)::text as lsn', [id])
  const packed = createZstdCompress()
  const tar = pack()
  const written = vault.write(baseName(id), packed).catch((error) => {
    // Nothing reads any further, so what waits to be written would wait forever.
    tar.destroy(error as Error)
    throw error
  })
  const writing = Promise.all([pipeline(tar, packed), written])
  // Awaited below, unless the copying fails first.
  writing.catch(() => {})
  try {
    await addFolder(tar, cluster, '')
    const { rows: ends } = await client.query<{ lsn: string; label: string; at: string }>(
      `select lsn::text, labelfile as label, ${nowText} as at from pg_backup_stop(false)`,
    )
    await addEntry(tar, { name: 'backup_label', mode: 0o600 }, ends[0]!.label)
    tar.finalize()
    await writing
    return { started: rows[0]!.lsn, stopped: ends[0]!.lsn, ended_at: ends[0]!.at }
  } catch (error) {
    tar.destroy(error as Error)
    // Only once this has ended is nothing left behind. If the vault failed, its own error says more.
    await written
    throw error
  }
}

async function addFolder(tar: Pack, cluster: string, path: string): Promise<void> {
  for (const name of (await readdir(join(cluster, path))).sort()) {
    const inside = path ? `${path}/${name}` : name
    if (leftOut.test(inside)) continue
    // A table may be dropped meanwhile; the log knows of it.
    const stat = await lstat(join(cluster, inside)).catch(ignoreMissing)
    if (stat?.isDirectory()) {
      await addEntry(tar, { name: inside, mode: 0o700, type: 'directory' }, '')
      if (!emptied.has(inside)) await addFolder(tar, cluster, inside)
    } else if (stat?.isFile()) await addFile(tar, cluster, inside, stat.size)
  }
}

const ignoreMissing = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** At the length it had when it was listed: the log has what is added or cut off meanwhile. */
async function addFile(tar: Pack, cluster: string, name: string, size: number): Promise<void> {
  if (size === 0) return addEntry(tar, { name, mode: 0o600 }, '')
  const done = Promise.withResolvers<void>()
  const entry = tar.entry({ name, mode: 0o600, size }, (error) => (error ? done.reject(error) : done.resolve()))
  entry.on('error', toldByCallback)
  // Awaited below, unless the reading fails first.
  done.promise.catch(() => {})
  let left = size
  const write = async (bytes: Buffer) => {
    left -= bytes.length
    if (!entry.write(bytes)) await Promise.race([once(entry, 'drain'), done.promise])
  }
  try {
    const content = createReadStream(join(cluster, name), { end: size - 1, highWaterMark: zeros.length })
    for await (const bytes of content) await write(bytes as Buffer)
  } catch (error) {
    ignoreMissing(error as NodeJS.ErrnoException)
  }
  while (left > 0) await write(zeros.subarray(0, Math.min(left, zeros.length)))
  entry.end(null)
  await done.promise
}

const zeros = Buffer.alloc(1024 * 1024)

const addEntry = (
  tar: Pack,
  header: { name: string; mode: number; type?: 'directory' },
  content: string,
): Promise<void> =>
  new Promise<void>((done, fail) =>
    tar.entry(header, content, (error) => (error ? fail(error) : done())).on('error', toldByCallback),
  )

const toldByCallback = () => {}
