import { type NotNull, sql } from 'kysely'
import { openOldMinutes } from '../live/archive/index.ts'
import type { Ctx } from '../platform/context.ts'
import { naturallyAnyCase } from '../platform/natural-order.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'

/**
 * No table of its own. Reads the views billing_residents, resident_spans and device_details, and the functions of
 * `db/definitions/billing.sql`, and what has left the database (AR-3).
 */

/** Whole minutes during which a device measured a resident: [since, until). */
export interface BilledSpan extends Period {
  readonly resident_id: string
  readonly device_id: string
  readonly device_no: number
}

/** Who had which device of the clinic in the period, oldest first; `end_minute` null: still has it. */
export const selectBilledSpans = async (
  { db }: Ctx,
  clinic_id: string,
  { since, until }: Period,
  resident_id?: string,
) =>
  db
    .selectFrom('resident_spans')
    .select(['resident_id', 'device_id', 'device_no', 'first_minute', 'end_minute'])
    .where('clinic_id', '=', clinic_id)
    .$if(resident_id !== undefined, (query) => query.where('resident_id', '=', resident_id!))
    .where('since', '<', until)
    .where((where) => where.or([where('until', 'is', null), where('until', '>', since)]))
    .orderBy('since')
    .orderBy('id')
    .$narrowType<{ resident_id: NotNull; device_id: NotNull; device_no: NotNull; first_minute: NotNull }>()
    .execute()

const arraysOf = (spans: readonly BilledSpan[]) => sql`
  ${spans.map((span) => span.device_no)}::integer[],
  ${spans.map((span) => span.since.toString())}::timestamptz[],
  ${spans.map((span) => span.until.toString())}::timestamptz[]`

export interface MonitoredRow {
  /** index of the span and of the day */
  readonly span: number
  readonly day: number
  /** minutes with any reading, and with a valid rr */
  readonly n: number
  readonly n_rr: number
}

/** Minutes measured in each span on each day; rows for the same span and day add up. */
export async function selectMonitored(ctx: Ctx, spans: readonly BilledSpan[], days: readonly Period[]) {
  const midnights = [...days.map((day) => day.since), days.at(-1)!.until].map(String)
  const { rows } = await sql<MonitoredRow>`
    select (span - 1)::int as span, (day - 1)::int as day, n, n_rr
    from monitored_minutes(${arraysOf(spans)}, ${midnights}::timestamptz[])`.execute(ctx.db)
  return [...rows, ...(await oldMonitored(ctx, spans, days))]
}

/** The oldest and the newest minute of each span that only billing still counts (WA-4). */
export async function selectClosedEnds({ db }: Ctx, spans: readonly BilledSpan[]) {
  const { rows } = await sql<{ index: number; minute: Temporal.Instant }>`
    select (span - 1)::int as index, unnest(array[min(minute), max(minute)]) as minute
    from closed_minutes_of(${arraysOf(spans)}) group by span`.execute(db)
  return rows
}

/** Of minutes that have left the database, those that monitored_minutes doesn't know from `hours`. */
async function oldMonitored(ctx: Ctx, spans: readonly BilledSpan[], days: readonly Period[]): Promise<MonitoredRow[]> {
  const old = await openOldMinutes(ctx, spans)
  if (!old) return []
  const pieces = spans.flatMap(({ device_no, ...of }, span) =>
    days.flatMap((limits, day) => {
      const [since, until] = [later(of.since, limits.since), earlier(of.until, limits.until)]
      return isBefore(since, until) ? [{ device_no, since, until, span, day }] : []
    }),
  )
  return (await old.outsideHours(pieces, true)).map(({ index, n_rr }) => {
    const { span, day } = pieces[index]!
    return { span, day, n: 1, n_rr: n_rr > 0 ? 1 : 0 }
  })
}

/** Those residents who belong to the clinic and were not deleted, by name. */
export const selectBilledResidents = async ({ db }: Ctx, clinic_id: string, resident_ids: readonly string[]) =>
  db
    .selectFrom('billing_residents')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .where('status', '<>', 0)
    .where(sql<boolean>`resident_id = any(${[...resident_ids]}::text[])`)
    .orderBy(naturallyAnyCase('last_name'))
    .orderBy(naturallyAnyCase('first_name'))
    .orderBy('resident_id')
    .$narrowType<{ resident_id: NotNull; first_name: NotNull; last_name: NotNull }>()
    .execute()
export type BilledResidentRow = Awaited<ReturnType<typeof selectBilledResidents>>[number]

/** Names of the visible devices, by id. */
export async function selectDeviceNames({ db }: Ctx, device_ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('device_details')
    .select(['device_id', 'name'])
    .where('device_id', '=', sql<string>`any(${[...device_ids]}::text[])`)
    .$narrowType<{ device_id: NotNull; name: NotNull }>()
    .execute()
  return new Map(rows.map((row) => [row.device_id, row.name]))
}

/** The clinic of a resident, whatever their status. */
export const selectClinicOfResident = async ({ db }: Ctx, resident_id: string): Promise<string | undefined> =>
  (
    await db
      .selectFrom('billing_residents')
      .select('clinic_id')
      .where('resident_id', '=', resident_id)
      .$narrowType<{ clinic_id: NotNull }>()
      .executeTakeFirst()
  )?.clinic_id
