import type { DB } from '@eupnea/db/types.ts'
import type { Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import type { Person } from './compose-alert-message.ts'

/** Of nurse call systems alone; the rest is in receivers.sql.ts. */

export type NurseCallRow = Selectable<DB['nurse_calls']>

/** Of all clinics in the actor's scope that hear heartbeats. */
export const selectHeartbeats = ({ db }: Ctx): Promise<NurseCallRow[]> =>
  db.selectFrom('nurse_calls').where('heartbeat_seconds', '>', 0).selectAll().execute()

/** Of all clinics in the actor's scope. */
export const selectHosts = ({ db }: Ctx): Promise<Pick<NurseCallRow, 'id' | 'host'>[]> =>
  db.selectFrom('nurse_calls').select(['id', 'host']).orderBy('created_at').execute()

/** It doesn't answer: since now, unless it didn't before. */
export async function markSilent({ db }: Ctx, id: string): Promise<void> {
  await db
    .updateTable('nurse_calls')
    .set({ silent_since: now })
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
