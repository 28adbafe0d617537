import { m } from '@eupnea/texts'
import { PortalError } from '../../platform/errors.ts'
import type { FileStore } from '../../platform/file-store.ts'
import type { Log } from '../../platform/log.ts'
import { counter } from '../../platform/metrics.ts'
import type { Page } from '../../platform/paging.ts'
import {
  type ArchiveFile,
  type Ask,
  countStored,
  mayWaitForFile,
  type StoredReading,
  type Stretch,
  selectFiles,
  selectFilesOfDays,
  selectNewestFile,
  selectNewestStored,
  selectStored,
} from './archive.sql.ts'
import { type Columns, type ColumnsOf, firstAt, type Kind, type MinuteColumns, type ReadingColumns } from './columns.ts'
import { Damaged, erasedIn, openFile } from './file.ts'

/**
 * Readings wherever they lie: in the database, in files, or for some minutes in both (AR-1). Whoever reads them needn't
 * know which.
 */
export interface Archive {
  /** @param ask whose scope decides which files and rows are seen */
  open(ask: Ask): ReadingSource
  /** null: damaged */
  loadMinutes(file: ArchiveFile): Promise<MinuteColumns | null>
  /** Which of these readings are in a file already, so that they would be counted twice. */
  findKnown(ask: Ask, readings: readonly { deviceNo: number; ms: number }[]): Promise<Known>
}

interface ReadingSource {
  count(stretch: Stretch): Promise<number>
  /** oldest first */
  select(stretch: Stretch, page: Page): Promise<StoredReading[]>
  /** newest first */
  newest(stretch: Stretch, limit: number): Promise<StoredReading[]>
  /** UTC dates of which a file couldn't be read; what else there is was given */
  readonly unreadable: ReadonlySet<string>
}

interface Known {
  /** what was looked at; other files of these days would be news */
  readonly files: readonly string[]
  has(deviceNo: number, ms: number): boolean
}

/** Days of one device in memory, some 1.5 MB each: pages of a report read the same day. */
const daysKept = 12
const dayMs = 86_400_000

const damaged = counter('archive_files_damaged_total', 'Files of the archive that could not be read')

/** @param store of files; log tells of damaged ones */
export function createArchive(store: FileStore, log: Log): Archive {
  const kept = new Map<string, Promise<Columns>>()

  const load = <K extends Kind>(kind: K, file: ArchiveFile): Promise<ColumnsOf<K>> => {
    const known = kept.get(file.id)
    kept.delete(file.id)
    const loading = known ?? openFile(store, kind, file)
    kept.set(file.id, loading)
    loading.catch(() => kept.delete(file.id))
    if (kept.size > daysKept) kept.delete(kept.keys().next().value!)
    return loading as Promise<ColumnsOf<K>>
  }

  /** null: damaged */
  const tryLoad = async <K extends Kind>(kind: K, file: ArchiveFile): Promise<ColumnsOf<K> | null> => {
    try {
      return await load(kind, file)
    } catch (error) {
      if (error instanceof Damaged) {
        damaged.inc()
        log.error(
          { file: file.id, kind, day: file.day, device_no: file.device_no, reason: error.message },
          'archive: damaged',
        )
        return null
      }
      log.warn({ reason: (error as Error).message }, 'archive: not reached')
      throw new PortalError(503, 'archive_away', m.report_archive_away(), { retryAfter: 30 })
    }
  }

  return {
    open: (ask) =>
      openSource(ask, async (file) => {
        await mayWaitForFile(ask)
        return tryLoad('readings', file)
      }),
    loadMinutes: (file) => tryLoad('minutes', file),
    async findKnown(ask, readings) {
      const days = new Map<string, { deviceNo: number; day: string }>()
      for (const { deviceNo, ms } of readings) {
        const day = dayOf(ms)
        days.set(`${deviceNo} ${day}`, { deviceNo, day })
      }
      const of = [...days.values()]
      const files = await selectFilesOfDays(
        ask,
        of.map(({ deviceNo }) => deviceNo),
        of.map(({ day }) => day),
      )
      const seen = new Set<string>()
      const asked = Map.groupBy(readings, ({ deviceNo, ms }) => `${deviceNo} ${dayOf(ms)}`)
      for (const file of files) {
        const its = (asked.get(`${file.device_no} ${file.day}`) ?? []).filter(
          ({ ms }) => ms >= file.first && ms <= file.last,
        )
        const columns = its.length > 0 ? await tryLoad('readings', file) : null
        if (columns) for (const { deviceNo, ms } of its) if (holds(columns, ms)) seen.add(`${deviceNo} ${ms}`)
      }
      return { files: files.map(({ id }) => id), has: (deviceNo, ms) => seen.has(`${deviceNo} ${ms}`) }
    },
  }
}

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10)
const holds = (columns: ReadingColumns, ms: number): boolean => columns.ts[firstAt(columns, ms)] === ms

/** A piece of a stretch: a day with files, or what lies only in the database. */
interface Piece {
  readonly stretch: Stretch
  readonly files: readonly ArchiveFile[]
}

function openSource(ask: Ask, load: (file: ArchiveFile) => Promise<ReadingColumns | null>): ReadingSource {
  const unreadable = new Set<string>()

  /** Of the days with files; a row in both is one. */
  const readingsOf = async ({ stretch, files }: Piece): Promise<StoredReading[]> => {
    const found = await selectStored(ask, stretch)
    const known = new Set<number>()
    const archived: StoredReading[] = []
    for (const file of files) {
      const columns = await load(file)
      if (!columns) {
        unreadable.add(file.day)
        continue
      }
      const isErased = erasedIn(file.erased)
      const end = firstAt(columns, stretch.until)
      for (let row = firstAt(columns, stretch.since); row < end; row++) {
        const reading = readingOf(columns, row)
        if (isErased(reading.ts) || known.has(reading.ts)) continue
        if (found.length > 0 || files.length > 1) known.add(reading.ts)
        archived.push(reading)
      }
    }
    const fresh = found.filter(({ ts }) => !known.has(ts))
    return fresh.length === 0 && files.length === 1 ? archived : [...archived, ...fresh].sort((a, b) => a.ts - b.ts)
  }

  const countOf = async (piece: Piece): Promise<number> => {
    const { stretch, files } = piece
    const [file] = files
    if (!file) return countStored(ask, stretch)
    const isWhole =
      files.length === 1 && file.erased.length === 0 && file.first >= stretch.since && file.last < stretch.until
    // What the database has of a day may be in the file too: then they are compared.
    return isWhole && (await countStored(ask, stretch)) === 0 ? file.rows : (await readingsOf(piece)).length
  }

  return {
    unreadable,
    async count(stretch) {
      let total = 0
      for (const piece of piecesOf(stretch, await selectFiles(ask, stretch))) total += await countOf(piece)
      return total
    },
    async select(stretch, { offset, limit }) {
      const items: StoredReading[] = []
      let skip = offset
      for (const piece of piecesOf(stretch, await selectFiles(ask, stretch))) {
        const left = limit - items.length
        if (left <= 0) break
        if (piece.files.length === 0) {
          const rows = await selectStored(ask, piece.stretch, { offset: skip, limit: left })
          for (const row of rows) items.push(row)
          if (skip > 0 && rows.length === 0) skip -= await countStored(ask, piece.stretch)
          else skip = 0
          continue
        }
        if (skip > 0) {
          const count = await countOf(piece)
          if (count <= skip) {
            skip -= count
            continue
          }
        }
        for (const row of (await readingsOf(piece)).slice(skip, skip + left)) items.push(row)
        skip = 0
      }
      return items
    },
    async newest(stretch, limit) {
      const found = await selectNewestStored(ask, stretch, limit)
      let { until } = stretch
      // Only of a device that has been silent for days.
      while (found.length < limit) {
        const file = await selectNewestFile(ask, { ...stretch, until })
        if (!file) break
        const since = Math.max(stretch.since, Date.parse(`${file.day}T00:00:00Z`))
        const files = (await selectFiles(ask, { ...stretch, since, until })).filter(({ day }) => day === file.day)
        const known = new Set(found.map(({ ts }) => ts))
        const rows = await readingsOf({ stretch: { ...stretch, since, until }, files })
        for (const row of rows.reverse()) if (!known.has(row.ts)) found.push(row)
        until = since
      }
      return found.sort((a, b) => b.ts - a.ts).slice(0, limit)
    },
  }
}

/** Days with files, and what is between them. */
function piecesOf(stretch: Stretch, files: readonly ArchiveFile[]): Piece[] {
  const pieces: Piece[] = []
  let { since } = stretch
  const add = (until: number, its: readonly ArchiveFile[]) => {
    if (since < until) pieces.push({ stretch: { ...stretch, since, until }, files: its })
    since = Math.max(since, until)
  }
  for (const [day, its] of Map.groupBy(files, (file) => file.day)) {
    const begin = Date.parse(`${day}T00:00:00Z`)
    add(Math.min(begin, stretch.until), [])
    add(Math.min(begin + dayMs, stretch.until), its)
  }
  add(stretch.until, [])
  return pieces
}

const readingOf = ({ ts, rr, dist, is_dist_absent, is_moving }: ReadingColumns, row: number): StoredReading => ({
  ts: ts[row]!,
  rr: numberOf(rr[row]!),
  dist: numberOf(dist[row]!),
  is_dist_absent: truthOf(is_dist_absent[row]!),
  is_moving: truthOf(is_moving[row]!),
})

const truthOf = (value: number): boolean | null => (value < 0 ? null : value === 1)

/** As the database writes a `real`: the shortest decimal that is the same float. */
export const numberOf = (value: number): number | null => (Number.isNaN(value) ? null : shortest(value))

/** Sensors send few different values, to a tenth or a hundredth. */
const known = new Map<number, number>()
const mostKnown = 10_000

function shortest(value: number): number {
  let found = known.get(value)
  if (found === undefined) {
    found = Number(
      [6, 7, 8].map((digits) => value.toPrecision(digits)).find((text) => Math.fround(Number(text)) === value) ??
        value.toPrecision(9),
    )
    if (known.size === mostKnown) known.clear()
    known.set(value, found)
  }
  return found
}
