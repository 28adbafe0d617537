import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { selectPage } from '../platform/paging.ts'
import type { Person } from './compose-alert-message.ts'

/** Table of this noun: nurse_calls; and the view silent_nurse_calls. */

export type NurseCallRow = Selectable<DB['nurse_calls']>

/** A page of a clinic's, oldest first, with the count of all. */
export async function selectNurseCalls(
  { db }: Ctx,
  clinic_id: string,
  page: { offset: number; limit: number },
): Promise<{ rows: NurseCallRow[]; total: number }> {
  const query = db.selectFrom('nurse_calls').where('clinic_id', '=', clinic_id)
  return selectPage(query.selectAll().orderBy('created_at').orderBy('id'), page)
}

/** Of all clinics in the actor's scope that hear heartbeats. */
export const selectHeartbeats = ({ db }: Ctx): Promise<NurseCallRow[]> =>
  db.selectFrom('nurse_calls').where('heartbeat_seconds', '>', 0).selectAll().execute()

/** Of all clinics in the actor's scope. */
export const selectHosts = ({ db }: Ctx): Promise<Pick<NurseCallRow, 'id' | 'host'>[]> =>
  db.selectFrom('nurse_calls').select(['id', 'host']).orderBy('created_at').execute()

export const selectNurseCall = ({ db }: Ctx, id: string): Promise<NurseCallRow | undefined> =>
  db.selectFrom('nurse_calls').selectAll().where('id', '=', id).executeTakeFirst()

export const insertNurseCall = ({ db }: Ctx, values: Insertable<DB['nurse_calls']>): Promise<NurseCallRow> =>
  db.insertInto('nurse_calls').values(values).returningAll().executeTakeFirstOrThrow()

/** Locks a clinic's until the transaction ends, so that they can be counted. */
export async function lockNurseCalls({ db }: Ctx, clinic_id: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext(${`nurse calls ${clinic_id}`}))`.execute(db)
}

export const countNurseCalls = async ({ db }: Ctx, clinic_id: string): Promise<number> =>
  (
    await db
      .selectFrom('nurse_calls')
      .where('clinic_id', '=', clinic_id)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const deleteNurseCallRow = ({ db }: Ctx, id: string): Promise<NurseCallRow | undefined> =>
  db.deleteFrom('nurse_calls').where('id', '=', id).returningAll().executeTakeFirst()

/** It doesn't answer: since now, unless it didn't before. */
export async function markSilent({ db }: Ctx, id: string): Promise<void> {
  await db
    .updateTable('nurse_calls')
    .set({ silent_since: sql<Temporal.Instant>`now()` })
    .where('id', '=', id)
    .where('silent_since', 'is', null)
    .execute()
}

/** @returns whether it had not answered before */
export async function markAnswering({ db }: Ctx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('nurse_calls')
    .set({ silent_since: null })
    .where('id', '=', id)
    .where('silent_since', 'is not', null)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Whom a notification is about; null: the clinic itself. */
export async function selectPerson({ db }: Ctx, notification_id: string): Promise<Person | null> {
  const row = await db
    .selectFrom('listed_notifications')
    .where('id', '=', notification_id)
    .where('patient_id', 'is not', null)
    .select(['patient_id', 'first_name', 'last_name'])
    .executeTakeFirst()
  return row ? { id: row.patient_id!, firstName: row.first_name ?? '', lastName: row.last_name ?? '' } : null
}
