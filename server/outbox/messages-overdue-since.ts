import type { Ctx } from '../platform/context.ts'
import { selectOverdueSince } from './outbox.sql.ts'

/** Since when a message waits that should have been taken `seconds` ago or longer; null: none does. */
export const messagesOverdueSince = (ctx: Ctx, seconds: number): Promise<Temporal.Instant | null> =>
  selectOverdueSince(ctx, seconds)
