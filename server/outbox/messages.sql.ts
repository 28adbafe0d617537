import type { Ctx } from '../platform/context.ts'
import { selectPage } from '../platform/paging.ts'
import { type DeliveryRow, now } from './outbox.sql.ts'

/** Deliveries as a Superadmin reads them. */

/** Queues a failed or kept message again. @returns undefined when it is neither */
export const queueAgain = ({ db }: Ctx, id: string): Promise<DeliveryRow | undefined> =>
  db
    .updateTable('deliveries')
    .set({ status: 'queued', attempts: 0, failure: null, next_attempt_at: now })
    .where('id', '=', id)
    .where('status', 'in', ['failed', 'kept'])
    .returningAll()
    .executeTakeFirst()

export const selectMessage = ({ db }: Ctx, id: string): Promise<DeliveryRow | undefined> =>
  db.selectFrom('deliveries').selectAll().where('id', '=', id).executeTakeFirst()

export interface MessageFilter {
  readonly kind?: string | undefined
  readonly status?: string | undefined
}

export async function selectMessages(
  { db }: Ctx,
  { kind, status }: MessageFilter,
  page: { offset: number; limit: number },
): Promise<{ rows: DeliveryRow[]; total: number }> {
  let query = db.selectFrom('deliveries')
  if (kind) query = query.where('channel', '=', kind)
  if (status) query = query.where('status', '=', status)
  return selectPage(query.selectAll().orderBy('created_at', 'desc').orderBy('id'), page)
}
