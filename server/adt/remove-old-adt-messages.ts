import type { Ctx } from '../platform/context.ts'
import { deleteOldMessages } from './adt.sql.ts'

/** Longer than any sender repeats a message, and than somebody should need to look. */
const keptDays = 30

export const removeOldAdtMessages = (ctx: Ctx): Promise<void> => deleteOldMessages(ctx, keptDays)
