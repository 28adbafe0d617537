import type { Ctx } from '../platform/context.ts'
import { deleteOldSpans } from './downtime.sql.ts'

/** Run by a job: deletes what is known of the signal together with the minutes of that time. */
export const removeOldSpans = (ctx: Ctx, days: number): Promise<void> => deleteOldSpans(ctx, days)
