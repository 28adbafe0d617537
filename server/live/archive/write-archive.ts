import { setTimeout as sleep } from 'node:timers/promises'
import type pg from 'pg'
import { FileRefused, type FileStore } from '../../platform/file-store.ts'
import { askOf, mayWaitForFile } from './archive.sql.ts'
import {
  beginFile,
  type Draft,
  type Due,
  deleteFiles,
  dropFile,
  dropReleasedDays,
  inTransaction,
  keepFile,
  type Retention,
  releaseDay,
  releaseMinutes,
  removeFile,
  removeOldFiles,
  selectDays,
  selectDue,
  selectErasedFiles,
  selectMonths,
  selectRemoved,
} from './archiving.sql.ts'
import { areSame, type Columns, mergeColumns } from './columns.ts'
import { Damaged, digestOf, erasedIn, openFile, putFile } from './file.ts'
import { encode } from './parquet.ts'

/**
 * Writes closed days into files, and files anew into which late readings came or of which people were erased. Each step
 * may be the last: what is read changes in one transaction, a day leaves the database only after all of it is in files
 * that were read back and compared, and files nobody reads are deleted later.
 */
export interface ArchiveWork {
  /** sees every clinic */
  readonly pool: pg.Pool
  readonly store: FileStore
  /** days that a day must have been over */
  readonly afterDays: number
  /** days for which files are kept */
  readonly retention: Retention
  /** how long whoever began reading earlier may go on, s */
  readonly settledSeconds: number
  /** of the time that writing takes, how much is waited in between */
  readonly rest: number
  readonly isStopping: () => boolean
  warn(reason: string): void
}

/** A store that refuses more files of a round than this refuses them all. */
const mostRefused = 10

/** Does what `round` does but for files that the store refuses. @throws FileRefused in the end, if there were any */
async function goOnWithout(round: (tryFile: (what: () => Promise<unknown>) => Promise<boolean>) => Promise<void>) {
  const refusals: FileRefused[] = []
  await round(async (what) => {
    try {
      await what()
      return true
    } catch (error) {
      if (!(error instanceof FileRefused) || refusals.length >= mostRefused) throw error
      refusals.push(error)
      return false
    }
  })
  if (refusals.length > 0) throw new FileRefused(refusals.map(({ message }) => message).join('; '))
}

type TryFile = Parameters<Parameters<typeof goOnWithout>[0]>[0]

/** @throws what the store or the database throws while it is away; FileRefused once everything else is archived */
export const archiveDays = (work: ArchiveWork): Promise<void> => goOnWithout((tryFile) => archiveAll(work, tryFile))

async function archiveAll(work: ArchiveWork, tryFile: TryFile): Promise<void> {
  const ask = askOf(work.pool)
  await removeOldFiles(ask, work.retention)
  for (const day of await selectDays(ask, work.afterDays)) {
    for (const kind of ['readings', 'waves'] as const)
      for (const due of await selectDue(ask, kind, day)) await tryFile(() => writeInTurn(work, due))
    if (work.isStopping()) return
    await tryTo(work, () => releaseDay(ask, day, work.settledSeconds))
  }
  await tryTo(work, () => dropReleasedDays(ask))
  for (const month of await selectMonths(ask, minuteDays)) {
    for (const due of await selectDue(ask, 'minutes', month)) await tryFile(() => writeInTurn(work, due))
    if (work.isStopping()) return
    await tryTo(work, () => releaseMinutes(ask, month, work.settledSeconds))
  }
  await sweep(work, tryFile)
}

/** Newest days whose minutes stay in the database; a month leaves it as a whole (AR-3). */
export const minuteDays = 400

/** Rewrites files that hold something of erased people. @throws as above */
export const forgetErased = (work: ArchiveWork): Promise<void> =>
  goOnWithout(async (tryFile) => {
    for (const due of await selectErasedFiles(askOf(work.pool))) await tryFile(() => writeInTurn(work, due))
  })

/** A backup, a download or a report holds the day: it is tried again. */
async function tryTo(work: ArchiveWork, what: () => Promise<unknown>): Promise<void> {
  await what().catch((error: Error & { code?: string }) => {
    // Lock not available, or a deadlock that the other has won.
    if (error.code !== '55P03' && error.code !== '40P01') throw error
    work.warn('a day waits for a backup, a download or a report')
  })
}

async function writeInTurn(work: ArchiveWork, due: Due): Promise<void> {
  if (work.isStopping()) return
  const begin = performance.now()
  await writeFile(work, due)
  if (work.rest > 0) await sleep((performance.now() - begin) * work.rest)
}

async function writeFile(work: ArchiveWork, due: Due): Promise<void> {
  const draft = await inTransaction(work.pool, (ask) => beginFile(ask, due))
  try {
    const columns = await contentOf(work, due, draft)
    if (columns.ts.length === 0) return void (await inTransaction(work.pool, (ask) => dropFile(ask, due, draft)))
    const { device_no, clinic_no } = due
    const bytes = encode(columns, { device_no, clinic_no })
    await putFile(work.store, draft.id, bytes)
    const written = {
      rows: columns.ts.length,
      in_db: draft.stored.ts.length,
      ...{ first: columns.ts[0]!, last: columns.ts.at(-1)!, bytes: bytes.length, digest: digestOf(bytes) },
    }
    const file = { ...due, ...written, id: draft.id, erased: [] }
    if (!areSame(await openFile(work.store, due.kind, file), columns)) throw new Error(`${file.id} reads differently`)
    if (await inTransaction(work.pool, (ask) => keepFile(ask, due, draft, written))) return
    await removeFile(askOf(work.pool), draft.id)
    // Its row may be gone, so nobody would delete it later.
    await work.store.remove('archive', draft.id)
    work.warn(`file ${draft.id} was taken away while it was written, or the one before it was`)
  } catch (error) {
    await removeFile(askOf(work.pool), draft.id)
    if (!(error instanceof Damaged)) throw error
    // Its day stays in the database as far as it is there.
    work.warn(error.message)
  }
}

/** What the file had and what the database has, without erased people. */
async function contentOf({ store }: ArchiveWork, { kind }: Due, { old, stored }: Draft): Promise<Columns> {
  const before = old ? await openFile(store, kind, old) : null
  return mergeColumns(kind, before, stored, erasedIn(old?.erased ?? []))
}

/** Deletes files that nobody reads any more; the row goes after its file. */
async function sweep({ pool, store, settledSeconds }: ArchiveWork, tryFile: TryFile): Promise<void> {
  for (let found = 1; found > 0; )
    found = await inTransaction(pool, async (ask) => {
      const gone: string[] = []
      for (const id of await selectRemoved(ask, settledSeconds)) {
        await mayWaitForFile(ask)
        if (await tryFile(() => store.remove('archive', id))) gone.push(id)
      }
      await deleteFiles(ask, gone)
      return gone.length
    })
}
