import type { sendSetPasswordEmail as declaration } from '@eupnea/contract/users.ts'
import type { Verb } from '../platform/route.ts'
import { hashPassword, refuseWeak, type Sessions } from '../sessions/index.ts'
import { lockUser } from './lock-user.ts'
import { refuseEscalation } from './user-rights.ts'

/**
 * Mails a user the link for choosing a password; a password given here is temporary (US-1). Audited as
 * `user.send-set-password`.
 * @throws 404, 403 for an administrator unless the caller is a Superadmin, 422 field `password` for a weak one
 */
export const sendSetPasswordEmail =
  (sessions: Pick<Sessions, 'sendSetPassword'>): Verb<typeof declaration> =>
  async ({ ctx, input }) => {
    const { user_id, password } = input
    // Hashed before locking the user, because it takes a while.
    const temporary = password === undefined ? undefined : await hashPassword(password)
    const user = await lockUser(ctx, user_id)
    refuseEscalation(ctx, user)
    if (password !== undefined) await refuseWeak(ctx, user_id, password)
    await sessions.sendSetPassword(ctx, user, temporary)
    return {}
  }
