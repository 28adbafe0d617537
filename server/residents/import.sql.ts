import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/** Many residents at once (table residents). */

export interface ImportedFields {
  readonly first_name: string
  readonly last_name: string
  readonly room: string
  readonly floor: string
  /** ISO 8601 date */
  readonly dob: string | null
  readonly gender: string | null
  readonly mr_no: string | null
  readonly date_of_admission: string | null
  readonly status: number
}

const columns = sql`id text, first_name text, last_name text, room text, floor text, dob date, gender text, mr_no text,
  date_of_admission date, status smallint, unchanged_since timestamptz`

export async function insertImported(
  { db }: Ctx,
  clinic_id: string,
  rows: readonly ({ readonly id: string } & ImportedFields)[],
): Promise<void> {
  if (rows.length === 0) return
  await sql`insert into residents (id, clinic_id, first_name, last_name, room, floor, dob, gender, mr_no,
      date_of_admission, status)
    select t.id, ${clinic_id}, t.first_name, t.last_name, t.room, t.floor, t.dob, t.gender, t.mr_no, t.date_of_admission,
      t.status
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${columns})`.execute(db)
}

/** @returns ids of those that had not been changed since */
export async function updateImported(
  { db }: Ctx,
  clinic_id: string,
  rows: readonly ({ readonly id: string; readonly unchanged_since: string } & ImportedFields)[],
): Promise<Set<string>> {
  if (rows.length === 0) return new Set()
  const { rows: done } = await sql<{ id: string }>`update residents r set first_name = t.first_name,
      last_name = t.last_name, room = t.room, floor = t.floor, dob = t.dob, gender = t.gender, mr_no = t.mr_no,
      date_of_admission = t.date_of_admission, status = t.status,
      updated_at = greatest(clock_timestamp(), r.updated_at + interval '1 microsecond')
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as t (${columns})
    where r.id = t.id and r.clinic_id = ${clinic_id} and r.status <> 0 and r.updated_at <= t.unchanged_since
    returning r.id`.execute(db)
  return new Set(done.map(({ id }) => id))
}
