import type { Ctx } from '../platform/context.ts'
import { deleteChallengesOf } from './challenges.sql.ts'
import { voidCodes } from './codes.sql.ts'

/** Voids what was sent to a user to prove themselves by: invitations, challenges and codes. Their e-mail has changed. */
export async function voidProofsOf(ctx: Ctx, user_id: string): Promise<void> {
  await deleteChallengesOf(ctx, user_id)
  await voidCodes(ctx, user_id, ['otp', 'recovery', 'verification'])
}
