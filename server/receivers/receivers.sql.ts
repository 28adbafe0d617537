import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { lock } from '../platform/lock.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Tables of this noun: webhooks, nurse_calls. */

interface Rows {
  readonly webhooks: Selectable<DB['webhooks']>
  readonly nurse_calls: Selectable<DB['nurse_calls']>
}
export type ReceiverTable = keyof Rows
export type ReceiverRow<T extends ReceiverTable> = Rows[T]

/** A page of a clinic's, oldest first, with the count of all. */
export async function selectReceivers<T extends ReceiverTable>(
  { db }: Ctx,
  table: T,
  clinic_id: string,
  page: Page,
): Promise<{ rows: ReceiverRow<T>[]; total: number }> {
  const query = db.selectFrom<ReceiverTable>(table).selectAll().where('clinic_id', '=', clinic_id)
  return selectPage(query.orderBy('created_at').orderBy('id').$castTo<ReceiverRow<T>>(), page)
}

export async function selectReceiver<T extends ReceiverTable>(
  { db }: Ctx,
  table: T,
  id: string,
): Promise<ReceiverRow<T> | undefined> {
  const row = await db.selectFrom<ReceiverTable>(table).selectAll().where('id', '=', id).executeTakeFirst()
  return row as ReceiverRow<T> | undefined
}

/** @returns undefined when the clinic has `most` already */
export async function insertReceiver<T extends ReceiverTable>(
  { db }: Ctx,
  table: T,
  values: Insertable<DB[T]> & { readonly clinic_id: string },
  most: number,
): Promise<ReceiverRow<T> | undefined> {
  const { clinic_id } = values
  // Until the transaction ends, so that they can be counted.
  await lock(db, `${table} ${clinic_id}`)
  const { count } = await db
    .selectFrom<ReceiverTable>(table)
    .where('clinic_id', '=', clinic_id)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  if (count >= most) return undefined
  const insertion = db.insertInto<ReceiverTable>(table).values(values as Insertable<DB[ReceiverTable]>)
  return (await insertion.returningAll().executeTakeFirstOrThrow()) as ReceiverRow<T>
}

export async function deleteReceiver<T extends ReceiverTable>(
  { db }: Ctx,
  table: T,
  id: string,
): Promise<ReceiverRow<T> | undefined> {
  const row = await db.deleteFrom<ReceiverTable>(table).where('id', '=', id).returningAll().executeTakeFirst()
  return row as ReceiverRow<T> | undefined
}
