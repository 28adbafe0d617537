import type { Ctx } from '../../platform/context.ts'
import { userOfChallenge } from '../challenges.ts'
import { type Identity, lockUser } from '../credentials.sql.ts'
import { methodsOf } from './second-step.ts'

/** Who is to set up a second step at sign-in. Nobody who has one by now: a password alone must not replace it. */
export async function enrolling(ctx: Ctx, challenge: string): Promise<Identity | undefined> {
  const user_id = await userOfChallenge(ctx, 'enrolmentRequired', challenge)
  const user = user_id === undefined ? undefined : await lockUser(ctx, user_id)
  return user && (await methodsOf(ctx, user)).length === 0 ? user : undefined
}
