import { setTimeout as sleep } from 'node:timers/promises'
import { writeBase } from './base-backup.ts'
import { type Base, baseName, type Catalog, readCatalog } from './catalog.ts'
import { type BackupKeeping, connected, isUnbroken, keepChanges } from './keep-changes.ts'
import { nameOf, numberOf } from './segments.ts'
import { stopAt } from './vault.ts'

/** The whole cluster couldn't be copied; what is new was kept. */
export class CopyFailed extends Error {}

/**
 * One round: keeps what is new, and copies the whole cluster if it is time; the rounds go on while it is copied.
 * No other process may do the same (`keep-alone.ts`).
 * @param mayCopy whether to copy the whole cluster if it is time
 * @throws CopyFailed when only the copy of the whole cluster has failed
 */
export async function keepBackup(given: BackupKeeping, mayCopy = true): Promise<Catalog> {
  const keeping = { ...given, vault: stopAt(given.vault, given.signal) }
  const catalog = await keepChanges(keeping)
  if (!mayCopy || !isBaseDue(catalog, keeping.baseHours)) return catalog
  // Up to then, a restore can still use an earlier copy.
  if (catalog.lost_since !== undefined)
    keeping.report.say(
      isUnbroken(catalog)
        ? 'The clock was set back: the whole database is copied again'
        : 'A part of the write-ahead log is missing: the whole database is copied again',
    )
  const id = new Date().toISOString().replaceAll(/[:.]/g, '-')
  try {
    return await nameBase(keeping, await besideRounds(keeping, copyCluster(keeping, catalog, id)))
  } catch (error) {
    await removeUnnamed(keeping, id)
    throw new CopyFailed(`The whole database could not be copied: ${(error as Error).message}`, { cause: error })
  }
}

async function besideRounds(keeping: BackupKeeping, copying: Promise<Base>): Promise<Base> {
  const done = new AbortController()
  const copied = copying.finally(() => done.abort())
  // Awaited below.
  copied.catch(() => {})
  const wait = () => sleep(keeping.roundMs, undefined, { signal: done.signal }).catch(() => {})
  for (await wait(); !done.signal.aborted; await wait())
    try {
      await keepChanges(keeping)
    } catch (error) {
      if (!keeping.signal.aborted) keeping.report.failed(error)
    }
  return copied
}

/** An hour, at 20 seconds a round: the portal may be down for an upgrade. */
const triesToName = 180

/** A copy can be restored once the catalog names it, with the log that was written meanwhile. */
async function nameBase(keeping: BackupKeeping, base: Base): Promise<Catalog> {
  for (let left = triesToName; ; left--)
    try {
      return await keepChanges(keeping, base)
    } catch (error) {
      if (left === 1 || keeping.signal.aborted) throw error
      keeping.report.failed(error)
      await sleep(keeping.roundMs, undefined, { signal: keeping.signal })
    }
}

async function removeUnnamed({ vault, report }: BackupKeeping, id: string): Promise<void> {
  try {
    // The failure may have come after the catalog was written.
    const catalog = await readCatalog(vault)
    if (!catalog?.bases.some((base) => base.id === id)) await vault.remove(baseName(id))
  } catch (error) {
    report.failed(new Error(`${baseName(id)} may be left behind: ${(error as Error).message}`), 'Remove it by hand')
  }
}

const isBaseDue = ({ bases, lost_since }: Catalog, hours: number): boolean => {
  const last = bases.at(-1)
  return !last || lost_since !== undefined || Date.parse(last.ended_at) < Date.now() - hours * 3_600_000
}

const copyCluster = (keeping: BackupKeeping, { timeline, lost_since }: Catalog, id: string): Promise<Base> =>
  connected(keeping, async (client) => {
    await keeping.vault.removeParts('bases')
    const { started, stopped, ended_at } = await writeBase(client, keeping.cluster, keeping.vault, id)
    keeping.report.say(`The whole database was copied: ${baseName(id)}`)
    const [from, to] = [nameOf(timeline, numberOf(started)), nameOf(timeline, numberOf(stopped))]
    return { id, from, to, ended_at, lost_since }
  })
