import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import type { DeliveryRow } from './outbox.sql.ts'

/** Deliveries as a Superadmin reads them. */

/** with the name of the receiver, where `recipient` is its id; null: an address, or deleted */
export type MessageRow = DeliveryRow & { readonly recipient_name: string | null }

const messages = ({ db }: Ctx) =>
  db
    .selectFrom('deliveries')
    .selectAll('deliveries')
    .select((has) =>
      has
        .selectFrom('named_receivers as receiver')
        .whereRef('receiver.channel', '=', 'deliveries.channel')
        .whereRef('receiver.id', '=', 'deliveries.recipient')
        .select('receiver.name')
        .as('recipient_name'),
    )

/** Queues a failed or kept message again. @returns false when it is neither */
export async function queueAgain({ db }: Ctx, id: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('deliveries')
    .set({ status: 'queued', attempts: 0, failure: null, next_attempt_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'kept'])
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const selectMessage = (ctx: Ctx, id: string): Promise<MessageRow | undefined> =>
  messages(ctx).where('id', '=', id).executeTakeFirst()

export interface MessageFilter {
  readonly kind?: string | undefined
  readonly status?: string | undefined
}

export async function selectMessages(
  ctx: Ctx,
  { kind, status }: MessageFilter,
  page: Page,
): Promise<{ rows: MessageRow[]; total: number }> {
  let query = messages(ctx)
  if (kind) query = query.where('channel', '=', kind)
  if (status) query = query.where('status', '=', status)
  return selectPage(query.orderBy('created_at', 'desc').orderBy('id'), page)
}
