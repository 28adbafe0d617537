import type { changeOwnPassword as declaration } from '@eupnea/contract/account.ts'
import { productName } from '@eupnea/contract/product.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import { queueMail } from '../../outbox/index.ts'
import type { VerbApart } from '../../platform/route.ts'
import { insertAuthEvent } from '../auth-events.sql.ts'
import { changePassword } from '../change-password.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { hasCredential, lockUser } from '../credentials.sql.ts'
import { hashPassword } from '../password.ts'
import { charging, settle } from '../refusals.ts'
import { refuseOwnWeak } from '../set-password.ts'
import { markProved } from './account.sql.ts'
import { checkOwnPassword, wrongPassword } from './check-password.ts'

/** A mail that only tells: nobody needs it after this time. */
const usefulSeconds = 86_400

/**
 * Replaces the caller's password. Every other session of theirs ends, and a mail tells them of it (DO-5).
 * @throws 422 field `current_password` or `password`, 429 after too many wrong ones
 */
export const changeOwnPassword =
  ({ throttle }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { id, email, sessionId } = userOf(origin)
    await charging(throttle.begin({ guessed: 'proof', email }, origin), async () => {
      const current = await checkOwnPassword(origin, 'current_password', input.current_password)
      await refuseOwnWeak(origin, id, input.password)
      const passwordHash = await hashPassword(input.password)
      await settle(origin, async (ctx) => {
        if (!(await lockUser(ctx, id)) || !(await hasCredential(ctx, id, current)))
          return wrongPassword('current_password')
        await changePassword(ctx, id, passwordHash, { isTemporary: false, staying: sessionId })
        await markProved(ctx, sessionId)
        await insertAuthEvent(ctx, id, { event_type: 'NewPassword', response: 'Pass', challenge: 'NewPassword' })
        await recordAudit(ctx, { act: 'session.change-password' })
        const about = { product: productName }
        await queueMail(ctx, {
          to: email,
          subject: m.account_password_changed_subject(about),
          text: m.account_password_changed_mail(about),
          usefulSeconds,
        })
        return null
      })
    })
    return {}
  }
