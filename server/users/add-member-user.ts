import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { groupsOf } from './user-rights.ts'
import { insertUser } from './users.sql.ts'

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
