import type { Ctx } from '../platform/context.ts'
import { deleteChallengesOf } from './challenges.sql.ts'
import { voidCodes } from './codes.sql.ts'

/** Voids invitations, challenges and codes sent to a user whose e-mail address has changed. */
export async function voidProofsOf(ctx: Ctx, user_id: string): Promise<void> {
  await deleteChallengesOf(ctx, user_id)
  await voidCodes(ctx, user_id, ['otp', 'known-otp', 'recovery', 'known-recovery', 'verification'])
}
