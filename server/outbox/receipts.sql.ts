import { sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** What gateways report of deliveries that they accepted. */

/**
 * Stores a delivery state from the gateway; final states don't change, whatever arrives late.
 * @returns whether the message exists
 */
export async function storeDelivery(
  { db }: Ctx,
  id: string,
  delivery: 'sent' | 'delivered' | 'undelivered' | 'failed',
): Promise<boolean> {
  await db
    .updateTable('deliveries')
    .set({ delivery, delivery_at: now })
    .where('id', '=', id)
    .where((is) => is.or([is('delivery', 'is', null), is('delivery', '=', 'sent')]))
    .where(sql<boolean>`delivery is distinct from ${delivery}`)
    .execute()
  return (await db.selectFrom('deliveries').select('id').where('id', '=', id).executeTakeFirst()) !== undefined
}
