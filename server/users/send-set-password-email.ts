import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { sendSetPasswordEmail as declaration } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import type { Sessions } from '../sessions/index.ts'
import { refuseEscalation } from './user-rights.ts'
import { selectUser } from './users.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Mails a user the link for choosing a password; one given here is a temporary one (US-1). The act is in the audit log
 * as `user.send-set-password`.
 * @throws 404, 403 for who administers unless by a Superadmin, 422 field `password` for a weak one
 */
export const sendSetPasswordEmail =
  (sessions: Pick<Sessions, 'sendSetPassword'>) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const user = await selectUser(ctx, input.user_id)
    if (!user) throw notFound('user')
    refuseEscalation(ctx, user)
    const { id, email, first_name } = user
    await sessions.sendSetPassword(ctx, { id, email, first_name }, input.password)
    return {}
  }
