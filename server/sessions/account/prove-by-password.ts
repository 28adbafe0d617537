import type { proveByPassword as declaration } from '@eupnea/contract/account.ts'
import { recordAudit } from '../../audit/index.ts'
import { withCtx } from '../../platform/context.ts'
import { PortalError } from '../../platform/errors.ts'
import type { VerbApart } from '../../platform/route.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { hasCredential, lockUser } from '../credentials.sql.ts'
import { charging, settle } from '../refusals.ts'
import { markProved } from './account.sql.ts'
import { checkOwnPassword, wrongPassword } from './check-password.ts'

/**
 * The caller proves again who they are, so that sensitive acts are open to their session for ten minutes (DO-5).
 * @throws 422 field `password`, 429 after too many wrong ones
 */
export const proveByPassword =
  ({ throttle }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { id, email, sessionId } = userOf(origin)
    await charging(throttle.begin({ guessed: 'proof', email }, origin), async () => {
      const hash = await checkOwnPassword(origin, 'password', input.password).catch(async (error: unknown) => {
        if (error instanceof PortalError)
          await withCtx(origin, (ctx) => recordAudit(ctx, { act: 'session.prove-failed' }))
        throw error
      })
      await settle(origin, async (ctx) => {
        if (!(await lockUser(ctx, id)) || !(await hasCredential(ctx, id, hash))) return wrongPassword('password')
        await markProved(ctx, sessionId)
        await recordAudit(ctx, { act: 'session.prove' })
        return null
      })
    })
    return {}
  }
