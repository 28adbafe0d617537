import type { Ctx } from '../platform/context.ts'
import { deleteOldDispatches } from './dispatches.sql.ts'

/** As long as the messages that prove who was notified of what. */
const days = 400

export const removeOldDispatches = (ctx: Ctx): Promise<void> => deleteOldDispatches(ctx, days)
