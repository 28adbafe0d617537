import type { Ctx } from '../platform/context.ts'
import { deleteChallenge, deleteChallengesOf, insertChallenge, selectChallenge } from './challenges.sql.ts'
import { hashToken, newToken } from './token.ts'

/**
 * What lets its holder go on where a sign-in stopped (ID-2, ID-3): 256 random bits of which the hash is kept, good for
 * one use. Each user has at most one of a kind.
 */

export type ChallengeKind = 'newPasswordRequired' | 'otpRequired'

const identifierOf = (kind: ChallengeKind, challenge: string): string => `${kind}:${hashToken(challenge)}`

/** Makes a challenge; the user's older ones of its kind are void. Hold the user (`lockUser`). */
export async function makeChallenge(ctx: Ctx, kind: ChallengeKind, user_id: string, seconds: number): Promise<string> {
  const challenge = newToken()
  await deleteChallengesOf(ctx, user_id, kind)
  await insertChallenge(ctx, identifierOf(kind, challenge), user_id, seconds)
  return challenge
}

/** Looks whose a challenge is and leaves it as it is. @returns undefined when it is unknown, used or expired */
export const userOfChallenge = (ctx: Ctx, kind: ChallengeKind, challenge: string): Promise<string | undefined> =>
  selectChallenge(ctx, identifierOf(kind, challenge))

/** Uses a challenge up. @returns false when another was quicker, or it has expired */
export const takeChallenge = (ctx: Ctx, kind: ChallengeKind, challenge: string): Promise<boolean> =>
  deleteChallenge(ctx, identifierOf(kind, challenge))
