import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { sendSetPasswordEmail as declaration } from '@eupnea/contract/users.ts'
import type { Ctx } from '../platform/context.ts'
import { hashPassword, refuseWeak, type Sessions } from '../sessions/index.ts'
import { lockUser } from './lock-user.ts'
import { refuseEscalation } from './user-rights.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Mails a user the link for choosing a password; one given here is a temporary one (US-1). The act is in the audit log
 * as `user.send-set-password`.
 * @throws 404, 403 for who administers unless by a Superadmin, 422 field `password` for a weak one
 */
export const sendSetPasswordEmail =
  (sessions: Pick<Sessions, 'sendSetPassword'>) =>
  async ({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { user_id, password } = input
    // Before the user is held: it takes its time, and in it they may get another address, or more rights.
    const temporary = password === undefined ? undefined : await hashPassword(password)
    const user = await lockUser(ctx, user_id)
    refuseEscalation(ctx, user)
    if (password !== undefined) refuseWeak(password, user.email)
    await sessions.sendSetPassword(ctx, user, temporary)
    return {}
  }
