import type { Ctx } from '../platform/context.ts'
import { type HeldUp, selectHeldUp, selectHeldUpTo } from './notices.sql.ts'

/**
 * Clinics with a mail, SMS or push that has waited at least `seconds` because its gateway doesn't accept it; each since
 * when.
 */
export const clinicsHeldUp = async (ctx: Ctx, seconds: number): Promise<HeldUp[]> => [
  ...(await selectHeldUp(ctx, seconds)),
  ...(await selectHeldUpTo(ctx, 'push', seconds)),
]

/** Clinics with a webhook that has waited at least `seconds` for its receiver; each since when. */
export const clinicsWithSilentWebhooks = (ctx: Ctx, seconds: number): Promise<HeldUp[]> =>
  selectHeldUpTo(ctx, 'webhook', seconds)
