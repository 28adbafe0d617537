import type { Ctx } from '../platform/context.ts'
import { selectOverdueSince } from './outbox.sql.ts'

/** Since when the oldest message more than `seconds` overdue has been waiting; null: there is none. */
export const messagesOverdueSince = (ctx: Ctx, seconds: number): Promise<Temporal.Instant | null> =>
  selectOverdueSince(ctx, seconds)
