import type { confirmEmail as declaration } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { PortalError } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { takeCode } from './codes.sql.ts'
import { tryCode } from './codes.ts'
import { type SessionParts, userOf } from './create-sessions.ts'
import { markEmailVerified } from './credentials.sql.ts'
import { settle } from './refusals.ts'

/**
 * Confirms the caller's e-mail address with the code sent to it (ID-5).
 * @throws 422 field `code`: a 401 would mean that the session has ended
 */
export const confirmEmail =
  ({ secret }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) =>
    settle(origin, async (ctx) => {
      const { id } = userOf(ctx)
      const hash = await tryCode(ctx, secret, { purpose: 'verification', user_id: id, code: input.code })
      if (hash === null || !(await takeCode(ctx, 'verification', id, hash))) {
        await recordAudit(ctx, { act: 'session.confirm-email-failed' })
        return new PortalError(422, 'invalid_otp', m.session_otp_refused(), {
          title: m.session_otp_refused_title(),
          field: 'code',
        })
      }
      await markEmailVerified(ctx, id)
      await recordAudit(ctx, { act: 'session.confirm-email' })
      return { status: 'emailVerified' }
    })
