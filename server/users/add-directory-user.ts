import { userName } from '@eupnea/contract/user-name.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { groupsOf } from './user-rights.ts'
import { insertUser } from './users.sql.ts'

interface NewPerson {
  readonly email: string
  readonly email_verified: boolean
  readonly first_name: string
  readonly last_name: string
}

/**
 * Creates the account of somebody whom the house's directory sends or signs in, without a password. It is disabled and
 * sees no clinic until the directory's groups let it in (SI-1). @returns undefined when the e-mail is taken
 */
export async function addDirectoryUser(ctx: Ctx, person: NewPerson): Promise<string | undefined> {
  const user_id = await insertUser(ctx, {
    ...person,
    name: userName(person),
    user_type: 'clinic-web',
    groups: groupsOf('clinic-web', false),
    status: 0,
  })
  if (user_id) await recordAudit(ctx, { act: 'user.create', detail: { user_id, by: 'directory' } })
  return user_id
}
