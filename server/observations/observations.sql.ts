import { type NotNull, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** No tables of its own. Reads the views observed_residents, resident_spans and device_minutes. */

export interface PatientRow {
  readonly resident_id: string
  readonly clinic_id: string
  readonly first_name: string
  readonly last_name: string
  readonly status: number
  readonly dob: string | null
  readonly gender: string | null
  readonly mr_no: string | null
  readonly updated_at: Temporal.Instant
}

const patients = ({ db }: Ctx) =>
  db
    .selectFrom('observed_residents')
    .selectAll()
    .$narrowType<{
      resident_id: NotNull
      clinic_id: NotNull
      first_name: NotNull
      last_name: NotNull
      status: NotNull
    }>()
    .$narrowType<{ updated_at: NotNull }>()

export const selectPatient = (ctx: Ctx, id: string): Promise<PatientRow | undefined> =>
  patients(ctx).where('resident_id', '=', id).executeTakeFirst()

export interface PatientFilter {
  readonly id?: string
  readonly mr_no?: string
  readonly clinic_id?: string
}

/** A page by id, with the count of all. */
export async function selectPatients(
  ctx: Ctx,
  { id, mr_no, clinic_id }: PatientFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: PatientRow[]; total: number }> {
  let query = patients(ctx)
  if (id !== undefined) query = query.where('resident_id', '=', id)
  if (mr_no !== undefined) query = query.where('mr_no', '=', mr_no)
  if (clinic_id !== undefined) query = query.where('clinic_id', '=', clinic_id)
  const { total } = await query
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('total'))
    .executeTakeFirstOrThrow()
  const rows = await query.orderBy('resident_id').offset(page.offset).limit(page.limit).execute()
  return { rows, total }
}

export interface MinuteRow {
  readonly minute: Temporal.Instant
  readonly avg_rr: number
  readonly device_id: string
}

/** Minutes with a respiration rate that are the resident's own, oldest first. */
export async function selectMinutes(
  { db }: Ctx,
  resident_id: string,
  { since, until }: { since: Temporal.Instant; until: Temporal.Instant },
  page: { offset: number; limit: number },
): Promise<MinuteRow[]> {
  // Bounds on the minutes themselves, so that only those days' partitions are read.
  const { rows } = await sql<MinuteRow>`
    select m.minute, m.avg_rr, s.device_id from resident_spans s
    join device_minutes m on m.device_no = s.device_no and m.minute >= s.first_minute
      and (s.end_minute is null or m.minute < s.end_minute)
    where s.resident_id = ${resident_id} and s.since < ${until} and (s.until is null or s.until > ${since.subtract({ minutes: 1 })})
      and m.minute >= ${since} and m.minute < ${until} and m.avg_rr is not null
    order by m.minute, s.device_id offset ${page.offset} limit ${page.limit}`.execute(db)
  return rows
}
