import { m } from '@eupnea/texts'
import { clinicOf } from '../clinics/index.ts'
import { type Archive, askIn, columnsFrom, isDamaged, openOldMinutes } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import { type LocalDay, localDays } from '../platform/local-days.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { holdResidents } from '../residents/index.ts'
import {
  type ExportRow,
  endExport,
  failExport,
  insertFile,
  insertResidents,
  lockRunning,
  noteStep,
  type Part,
  selectDisguised,
  selectMinutes,
  selectParts,
} from './deidentified-exports.sql.ts'
import { describeExport } from './describe-export.ts'
import { clockOf, disguise, offsetOn } from './disguise.ts'
import type { Encoder } from './encoder.ts'

/** Larger ones would fill the disk that readings go to. They are refused when they are started, or end here. */
export const mostBytes = 2_000_000_000

type Days = Pick<ExportRow, 'first_day' | 'last_day'>

export function daysOf({ first_day, last_day }: Days) {
  const first = Temporal.PlainDate.from(first_day)
  return { first, count: first.until(Temporal.PlainDate.from(last_day)).days + 1 }
}

function localDaysOf(of: Days, tz: string): LocalDay[] {
  const { first, count } = daysOf(of)
  return localDays(first, count, tz)
}

export function periodOf(of: Days, tz: string): Period {
  const days = localDaysOf(of, tz)
  return { since: days[0]!.since, until: days.at(-1)!.until }
}

interface Tools {
  readonly archive: Archive
  readonly encoder: Encoder
}

/**
 * Makes what an export holds of one resident and day, and notes it in the same transaction, so that a node that stops is
 * continued by another.
 * @returns whether something is left to do
 */
export async function makePiece(ctx: Ctx, { archive, encoder }: Tools, id: string): Promise<boolean> {
  const row = await lockRunning(ctx, id)
  if (!row) return false
  const { tz } = await clinicOf(ctx, row.clinic_id)
  const offset = offsetOn(row.first_day, tz)
  const days = localDaysOf(row, offset)
  const period = periodOf(row, offset)
  const parts = Map.groupBy(await selectParts(ctx, row.clinic_id, period), ({ resident_id }) => resident_id)
  if (row.residents === 0) {
    const there = await holdResidents(ctx, [...parts.keys()])
    if (there.length > 0) await insertResidents(ctx, id, disguise(there))
    // Everyone was erased since it was started.
    else await failExport(ctx, id, m.deidentified_export_nobody())
    return there.length > 0
  }
  const residents = new Map((await selectDisguised(ctx, id)).map((resident) => [resident.no, resident]))
  for (let at = row.position; at < row.residents * days.length; at++) {
    const resident = residents.get(Math.floor(at / days.length))
    const day = days[at % days.length]!
    const its = (resident ? (parts.get(resident.resident_id) ?? []) : []).filter((part) => overlaps(part, day))
    if (!resident || its.length === 0) continue
    const toClock = clockOf(offset, resident.shift_days)
    const date = new Date(toClock(day.since.epochMilliseconds)).toISOString().slice(0, 10)
    const made = { position: at + 1, rows: 0, bytes: 0, unreadable: 0 }
    for (const kind of ['readings', 'minutes'] as const) {
      const { rows, isWhole } = await (kind === 'readings'
        ? readingsOf(ctx, archive, its, day)
        : minutesOf(ctx, its, day))
      if (!isWhole) made.unreadable += 1
      if (rows.length === 0) continue
      const columns = columnsFrom(kind, (name) =>
        rows.map((one) => (name === 'ts' ? toClock(one.ts) : (one as unknown as Record<string, unknown>)[name])),
      )
      // A real instant, of no use to research.
      const { late_at: _, ...kept } = columns as typeof columns & { late_at?: unknown }
      const bytes = await encoder.encode(kept, { resident: resident.pseudonym })
      await insertFile(ctx, id, `${kind}/${resident.pseudonym}/${date}.parquet`, bytes)
      made.rows += rows.length
      made.bytes += bytes.length
    }
    if (Number(row.bytes) + made.bytes > mostBytes) {
      await failExport(ctx, id, m.deidentified_export_too_large())
      return false
    }
    await noteStep(ctx, id, made)
    return true
  }
  for (const [name, content] of describeExport(row, [...residents.values()])) await insertFile(ctx, id, name, content)
  await noteStep(ctx, id, { position: row.residents * days.length, rows: 0, bytes: 0, unreadable: 0 })
  await endExport(ctx, id)
  return false
}

const overlaps = ({ since, until }: Part, day: Period): boolean =>
  isBefore(since, day.until) && (until === null || isBefore(day.since, until))

/** isWhole: nothing of it is damaged */
interface Found {
  readonly rows: readonly { readonly ts: number }[]
  readonly isWhole: boolean
}

async function readingsOf(ctx: Ctx, archive: Archive, parts: readonly Part[], day: Period): Promise<Found> {
  const source = archive.open(askIn(ctx))
  const rows = []
  for (const { device_no, since, until } of parts) {
    const stretch = {
      device_no,
      since: later(since, day.since).epochMilliseconds,
      until: earlier(until ?? day.until, day.until).epochMilliseconds,
    }
    // One by one: a fast sensor's day is more than a call takes as arguments.
    for (const row of await source.select(stretch, { offset: 0, limit: Number.MAX_SAFE_INTEGER })) rows.push(row)
  }
  return { rows, isWhole: source.unreadable.size === 0 }
}

async function minutesOf(ctx: Ctx, parts: readonly Part[], day: Period): Promise<Found> {
  const rows = []
  for (const { device_no, first_minute, end_minute } of parts) {
    const span = {
      device_no,
      since: later(first_minute, day.since),
      until: earlier(end_minute ?? day.until, day.until),
    }
    if (!isBefore(span.since, span.until)) continue
    try {
      rows.push(...((await (await openOldMinutes(ctx, [span]))?.of(span)) ?? []))
    } catch (error) {
      if (!isDamaged(error)) throw error
      return { rows: [], isWhole: false }
    }
    rows.push(...(await selectMinutes(ctx, span)))
  }
  return { rows, isWhole: true }
}
