import { roleOfGroups } from '@eupnea/contract/access.ts'
import { memberTypes } from '@eupnea/contract/members.ts'
import { m } from '@eupnea/texts'
import { type Ctx, seesAll } from '../platform/context.ts'
import { forbidden, refused } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { lockUser, type UserOfEmail, userOfEmail } from '../users/index.ts'
import { selectKinds } from './links.sql.ts'
import { findMember } from './member-answer.ts'
import { type MemberRow, selectMember } from './members.sql.ts'

/**
 * The member, if the caller may act for them: administrators, and Providers they are assigned to.
 * @throws 404 for someone the caller doesn't see, 403 for someone who may only read, and for the member
 */
export async function memberToActFor(ctx: Ctx, user_uid: string): Promise<MemberRow> {
  const member = await findMember(ctx, user_uid)
  if (seesAll(ctx.actor)) return member
  const kinds = await selectKinds(ctx, userOf(ctx).id, [user_uid])
  if (kinds.get(user_uid) !== 'admin') throw forbidden()
  return member
}

export const isMemberType = (type: string): boolean => (memberTypes as readonly string[]).includes(type)

/**
 * Whether a person looks after members and may sign in; locked until the transaction ends.
 * @throws 404 for an unknown person
 */
export async function isProvider(ctx: Ctx, user_id: string): Promise<boolean> {
  const { status, groups, user_type } = await lockUser(ctx, user_id)
  return status === 1 && roleOfGroups(groups) === 'Provider' && !isMemberType(user_type)
}

/**
 * The person with this e-mail, who must look after members and be able to sign in.
 * @throws 422 field `provider_email`
 */
export async function providerOfEmail(ctx: Ctx, email: string): Promise<UserOfEmail> {
  const user = await userOfEmail(ctx, email)
  if (!user || !(await isProvider(ctx, user.id))) throw refused('provider_email', m.member_provider_email_unknown())
  return user
}

/** Refuses home health patients, who have the rights of a Provider but are members. @throws 403 */
export async function refuseMembers(ctx: Ctx): Promise<void> {
  if (await selectMember(ctx, userOf(ctx).id)) throw forbidden()
}
