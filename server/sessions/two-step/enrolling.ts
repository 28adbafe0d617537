import type { Ctx } from '../../platform/context.ts'
import { userOfChallenge } from '../challenges.ts'
import { type Identity, lockUser } from '../credentials.sql.ts'
import { methodsOf } from './second-step.ts'

/** Who is to set up a second step at sign-in; nobody if they have one by now, which a password alone must not replace. */
export async function enrolling(ctx: Ctx, challenge: string): Promise<Identity | undefined> {
  const user_id = await userOfChallenge(ctx, 'enrolmentRequired', challenge)
  const user = user_id === undefined ? undefined : await lockUser(ctx, user_id)
  return user && (await methodsOf(ctx, user)).length === 0 ? user : undefined
}
