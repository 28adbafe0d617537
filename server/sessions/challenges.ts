import type { Ctx } from '../platform/context.ts'
import { deleteChallenge, insertChallenge, selectChallenge } from './challenges.sql.ts'
import { hashToken, newToken } from './token.ts'

/**
 * Lets its holder continue a sign-in where it stopped (ID-2, ID-3), or begin one by a mailed link: 256 random bits,
 * stored as a hash, valid once. A newer one leaves it valid: otherwise whoever knows the password could end each
 * sign-in of its owner (DO-4).
 */

export type ChallengeKind = 'newPasswordRequired' | 'recovery' | 'otpRequired' | 'enrolmentRequired'

const identifierOf = (kind: ChallengeKind, challenge: string): string => `${kind}:${hashToken(challenge)}`

export async function makeChallenge(ctx: Ctx, kind: ChallengeKind, user_id: string, seconds: number): Promise<string> {
  const challenge = newToken()
  await insertChallenge(ctx, identifierOf(kind, challenge), user_id, seconds)
  return challenge
}

/** Looks up a challenge's user without using it up. @returns undefined when it is unknown, used or expired */
export const userOfChallenge = (ctx: Ctx, kind: ChallengeKind, challenge: string): Promise<string | undefined> =>
  selectChallenge(ctx, identifierOf(kind, challenge))

/** Uses up a challenge. @returns false when it was just used by someone else, or has expired */
export const takeChallenge = (ctx: Ctx, kind: ChallengeKind, challenge: string): Promise<boolean> =>
  deleteChallenge(ctx, identifierOf(kind, challenge))
