import type { Ctx } from '../platform/context.ts'
import { type HeldUp, selectHeldUp } from './notices.sql.ts'

/** Notices that have waited at least `seconds` because their gateway doesn't accept them. */
export const noticesHeldUp = (ctx: Ctx, seconds: number): Promise<HeldUp[]> => selectHeldUp(ctx, seconds)
