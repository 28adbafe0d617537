import type { Ctx } from '../platform/context.ts'
import { deleteOldMessages } from './outbox.sql.ts'

/** Long enough to look into a complaint, short enough for what is personal in them. */
const days = 30

export const removeOldMessages = (ctx: Ctx): Promise<void> => deleteOldMessages(ctx, days)
