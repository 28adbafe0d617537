import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { groupsOf } from './user-rights.ts'
import { insertUser, selectUserOfEmail } from './users.sql.ts'

/** What other nouns may learn about a person by e-mail address. */
export interface UserOfEmail {
  readonly id: string
  readonly user_type: string
  readonly groups: readonly string[]
  readonly name: string
  readonly email: string
  readonly first_name: string
  readonly status: number
}

export const userOfEmail = (ctx: Ctx, email: string): Promise<UserOfEmail | undefined> => selectUserOfEmail(ctx, email)

/** Creates the account of an invited member, who sees no clinic. @returns undefined when the e-mail is taken (ME-2) */
export async function addMemberUser(
  ctx: Ctx,
  { email, first_name, last_name }: { email: string; first_name: string; last_name: string },
): Promise<string | undefined> {
  const user_id = await insertUser(ctx, {
    ...{ email, first_name, last_name, name: userName({ first_name, last_name }) },
    user_type: 'member',
    groups: groupsOf('member', false),
  })
  if (user_id) await recordAudit(ctx, { act: 'user.create', detail: { user_id, user_type: 'member' } })
  return user_id
}
