import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { naturallyAnyCase } from '../platform/natural-order.ts'
import type { Period } from '../reports/index.ts'

/**
 * No table of its own. Reads the views billing_residents, resident_spans and device_details, and the functions of
 * `db/definitions/billing.sql` and `reports.sql`.
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
    .where((where) => where.or([where('until', 'is', null), where('until', '>', since.subtract({ minutes: 1 }))]))
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
export async function selectMonitored({ db }: Ctx, spans: readonly BilledSpan[], days: readonly Period[]) {
  const midnights = [...days.map((day) => day.since), days.at(-1)!.until].map(String)
  const { rows } = await sql<MonitoredRow>`
    select (span - 1)::int as span, (day - 1)::int as day, n, n_rr
    from monitored_minutes(${arraysOf(spans)}, ${midnights}::timestamptz[])`.execute(db)
  return rows
}

interface EndRow {
  /** index of the span */
  readonly span: number
  readonly minute: Temporal.Instant
}

/** Start of the first minute of each span with a reading; a span without any is left out. */
export async function selectFirstMinutes({ db }: Ctx, spans: readonly BilledSpan[]) {
  const { rows } = await sql<EndRow>`
    select (span - 1)::int as span, minute from first_minutes(${arraysOf(spans)})`.execute(db)
  return rows
}

/** Start of the last minute of each span. */
export async function selectLastMinutes({ db }: Ctx, spans: readonly BilledSpan[]) {
  const { rows } = await sql<EndRow>`
    select (span - 1)::int as span, minute from last_minutes(${arraysOf(spans)})`.execute(db)
  return rows
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
