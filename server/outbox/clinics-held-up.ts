import type { Ctx } from '../platform/context.ts'
import { type HeldUp, selectHeldUp } from './notices.sql.ts'

/** Clinics with a notice that has waited at least `seconds` because its gateway doesn't accept it; each since when. */
export const clinicsHeldUp = (ctx: Ctx, seconds: number): Promise<HeldUp[]> => selectHeldUp(ctx, seconds)
