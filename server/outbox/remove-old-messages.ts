import type { Ctx } from '../platform/context.ts'
import { dropAttachment } from './attachment.ts'
import { deleteOldMessages } from './outbox.sql.ts'

/** Long enough to look into a complaint, short enough for what is personal in them. */
const days = 30

export async function removeOldMessages(ctx: Ctx): Promise<void> {
  for (const message of await deleteOldMessages(ctx, days)) await dropAttachment(ctx, message)
}
