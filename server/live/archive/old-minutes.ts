import { m } from '@eupnea/texts'
import { defaultLocale, formatsOf } from '@eupnea/texts/locale.ts'
import type { Ctx } from '../../platform/context.ts'
import type { Database, Databases } from '../../platform/database.ts'
import { PortalError } from '../../platform/errors.ts'
import {
  type ArchiveFile,
  askIn,
  holdOldMinutes,
  mayWaitForFile,
  type Stretch,
  selectGaps,
  selectMinuteFiles,
} from './archive.sql.ts'
import { firstAt, type MinuteColumns } from './columns.ts'
import { erasedIn } from './file.ts'
import { type Archive, numberOf } from './read-archive.ts'
import { minuteDays } from './write-archive.ts'

/**
 * Minutes that have left the database for files (AR-3). A minute is either in the database or here, and stays there
 * until the transaction ends, so whoever reads adds what is here to what the database answers.
 */

/** Minutes of one device: [since, until). */
export interface MinuteSpan {
  readonly device_no: number
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** As in the database, with instants in ms. */
export interface OldMinute {
  readonly ts: number
  readonly n: number
  readonly n_rr: number
  readonly sum_rr: number
  readonly min_rr: number | null
  readonly max_rr: number | null
  readonly n_dist: number
  readonly sum_dist: number
  readonly n_presence: number
  readonly late_at: number | null
}

export interface OldMinutes {
  /** where the database's begin, ms */
  readonly until: number
  /** Minutes with readings, oldest first. @throws 503 when a file is damaged or away */
  of(span: MinuteSpan): Promise<OldMinute[]>
  /** holds no more than a month of them at a time */
  count(span: MinuteSpan, isCounted: (minute: OldMinute) => boolean): Promise<number>
  first(span: MinuteSpan): Promise<OldMinute | undefined>
  last(span: MinuteSpan): Promise<OldMinute | undefined>
  /** Those in hours of which the table `hours` has no sums, with the index of their span. @param byMinute see minute_gaps */
  outsideHours(spans: readonly MinuteSpan[], byMinute?: boolean): Promise<(OldMinute & { readonly index: number })[]>
}

const archives = new WeakMap<Database, Archive>()

/** From now on the minutes that have left these databases are read from the archive. */
export function readOldMinutesFrom(archive: Archive, databases: Databases): void {
  for (const database of Object.values(databases)) archives.set(database, archive)
}

const dayMs = 86_400_000

/** Whether something before then may have left the database. */
export const reachesBack = ({ since }: Pick<MinuteSpan, 'since'>): boolean =>
  since.epochMilliseconds < Date.now() - minuteDays * dayMs

/** @returns null when none of the spans reaches back that far, which costs nothing to know */
export async function openOldMinutes(ctx: Ctx, spans: readonly MinuteSpan[]): Promise<OldMinutes | null> {
  if (!spans.some(reachesBack)) return null
  const since = Math.min(...spans.map((span) => span.since.epochMilliseconds))
  const ask = askIn(ctx)
  const until = await holdOldMinutes(ask)
  if (since >= until) return null
  const deviceNos = [...new Set(spans.map(({ device_no }) => device_no))]
  const files = Map.groupBy(await selectMinuteFiles(ask, deviceNos, since, until), ({ device_no }) => device_no)
  if (files.size === 0) return null
  const archive = archives.get(ctx.database)
  if (!archive) throw new Error('Minutes are in an archive that is not open')

  /** @returns what reads parts of it */
  const readerOf = async (file: ArchiveFile) => {
    await mayWaitForFile(ask)
    const columns = await archive.loadMinutes(file)
    if (!columns) throw damaged(file)
    const isErased = erasedIn(file.erased)
    return ({ since, until }: Pick<Stretch, 'since' | 'until'>): OldMinute[] => {
      const found: OldMinute[] = []
      const end = firstAt(columns, until)
      for (let row = firstAt(columns, since); row < end; row++)
        // n = 0: repeated by a stuck sensor (WA-4)
        if (columns.n[row]! > 0 && !isErased(columns.ts[row]!)) found.push(minuteOf(columns, row))
      return found
    }
  }
  const stretchOf = (span: MinuteSpan): Stretch => ({
    device_no: span.device_no,
    since: span.since.epochMilliseconds,
    until: Math.min(span.until.epochMilliseconds, until),
  })
  const filesOf = (stretch: Stretch) => (files.get(stretch.device_no) ?? []).filter((file) => overlaps(file, stretch))
  /** A device that moved has a file of each facility. */
  const months = (stretch: Stretch) => [...Map.groupBy(filesOf(stretch), ({ day }) => day).values()]
  const ofMonth = async (its: readonly ArchiveFile[], stretch: Stretch): Promise<OldMinute[]> => {
    const parts = []
    for (const file of its) parts.push((await readerOf(file))(stretch))
    return parts.length === 1 ? parts[0]! : parts.flat().sort((a, b) => a.ts - b.ts)
  }
  const ofStretch = async (stretch: Stretch): Promise<OldMinute[]> => {
    const found: OldMinute[] = []
    for (const its of months(stretch)) for (const minute of await ofMonth(its, stretch)) found.push(minute)
    return found
  }

  return {
    until,
    of: (span) => ofStretch(stretchOf(span)),
    async count(span, isCounted) {
      const stretch = stretchOf(span)
      let n = 0
      for (const its of months(stretch))
        for (const minute of await ofMonth(its, stretch)) n += isCounted(minute) ? 1 : 0
      return n
    },
    async first(span) {
      const stretch = stretchOf(span)
      for (const its of months(stretch)) {
        const [minute] = await ofMonth(its, stretch)
        if (minute) return minute
      }
      return undefined
    },
    async last(span) {
      const stretch = stretchOf(span)
      for (const its of months(stretch).reverse()) {
        const minute = (await ofMonth(its, stretch)).at(-1)
        if (minute) return minute
      }
      return undefined
    },
    async outsideHours(all, byMinute = false) {
      const gaps = await selectGaps(ask, all.map(stretchOf), byMinute)
      const found = []
      // Each file is opened once, however many gaps there are in it.
      for (const [device_no, its] of Map.groupBy(gaps, ({ index }) => all[index]!.device_no))
        for (const file of files.get(device_no) ?? []) {
          const inIt = its.filter((gap) => overlaps(file, gap))
          if (inIt.length === 0) continue
          const read = await readerOf(file)
          for (const gap of inIt) for (const minute of read(gap)) found.push({ index: gap.index, ...minute })
        }
      return found
    },
  }
}

const overlaps = ({ first, last }: ArchiveFile, { since, until }: Pick<Stretch, 'since' | 'until'>): boolean =>
  first < until && last >= since

const minuteOf = (columns: MinuteColumns, row: number): OldMinute => ({
  ts: columns.ts[row]!,
  n: columns.n[row]!,
  n_rr: columns.n_rr[row]!,
  sum_rr: columns.sum_rr[row]!,
  min_rr: numberOf(columns.min_rr[row]!),
  max_rr: numberOf(columns.max_rr[row]!),
  n_dist: columns.n_dist[row]!,
  sum_dist: columns.sum_dist[row]!,
  n_presence: columns.n_presence[row]!,
  late_at: Number.isNaN(columns.late_at[row]!) ? null : columns.late_at[row]!,
})

const damagedCode = 'archive_damaged'
export const isDamaged = (error: unknown): boolean => error instanceof PortalError && error.code === damagedCode

const damaged = ({ day }: ArchiveFile) =>
  new PortalError(
    503,
    damagedCode,
    m.report_archive_minutes_damaged({ month: formatsOf(defaultLocale).month(day.slice(0, 7)) }),
  )
