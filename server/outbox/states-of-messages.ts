import type { Ctx } from '../platform/context.ts'
import { selectMergedTogether, selectStates } from './outbox.sql.ts'

/** Delivery state of a message; for a merged one, of the message that replaced it. */
export interface StateOfMessage {
  readonly isMerged: boolean
  readonly status: 'queued' | 'sent' | 'failed' | 'kept'
  readonly sentAt: Temporal.Instant | null
  readonly delivery: 'sent' | 'delivered' | 'undelivered' | 'failed' | null
  readonly deliveryAt: Temporal.Instant | null
  readonly attempts: number
  readonly failure: string | null
}

/** States by id; leaves out messages that were deleted. */
export async function statesOfMessages(ctx: Ctx, ids: readonly string[]): Promise<Map<string, StateOfMessage>> {
  const rows = ids.length === 0 ? [] : await selectStates(ctx, ids)
  return new Map(
    rows.map((row) => [
      row.id,
      {
        isMerged: row.merged_into !== null,
        status: row.status as StateOfMessage['status'],
        sentAt: row.sent_at,
        delivery: row.delivery as StateOfMessage['delivery'],
        deliveryAt: row.delivery_at,
        attempts: row.attempts,
        failure: row.failure,
      },
    ]),
  )
}

/** Ids of the messages that reached their receiver merged with this one, including itself. */
export const mergedTogether = (ctx: Ctx, id: string): Promise<string[]> => selectMergedTogether(ctx, id)
