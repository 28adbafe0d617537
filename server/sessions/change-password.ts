import type { Ctx } from '../platform/context.ts'
import { deleteChallengesOf } from './challenges.sql.ts'
import { voidCodes } from './codes.sql.ts'
import { requireNewPassword, saveCredential } from './credentials.sql.ts'
import { endSessionsOf } from './end-sessions-of.ts'

/**
 * Replaces a user's password and ends everything based on the old one: sessions, challenges, codes.
 * @param isTemporary the next sign-in asks for a new one (ID-2)
 * @param staying the session of whoever changes their own
 */
export async function changePassword(
  ctx: Ctx,
  user_id: string,
  passwordHash: string,
  { isTemporary, staying }: { readonly isTemporary: boolean; readonly staying?: string },
): Promise<void> {
  await saveCredential(ctx, user_id, passwordHash)
  await requireNewPassword(ctx, user_id, isTemporary)
  await deleteChallengesOf(ctx, user_id)
  await voidCodes(ctx, user_id, ['otp', 'known-otp', 'recovery', 'known-recovery'])
  await endSessionsOf(ctx, user_id, staying)
}
