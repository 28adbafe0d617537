import type { Ctx } from '../platform/context.ts'
import { deleteOldSteps } from './steps.sql.ts'

/** As long as the messages that prove who was notified of what. */
const days = 400

export const removeOldSteps = (ctx: Ctx): Promise<void> => deleteOldSteps(ctx, days)
