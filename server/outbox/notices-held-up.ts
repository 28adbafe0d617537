import type { Ctx } from '../platform/context.ts'
import { type HeldUp, selectHeldUp } from './notices.sql.ts'

/** Notices that have waited for `seconds` or longer because their gateway does not take them. */
export const noticesHeldUp = (ctx: Ctx, seconds: number): Promise<HeldUp[]> => selectHeldUp(ctx, seconds)
