import type { verifyEmail as declaration } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { sendCode, tooManyCodes } from './codes.ts'
import { type SessionParts, userOf } from './create-sessions.ts'

/** Mails a verification code to the caller (ID-5). @throws 429 when one has just been sent, or too many (ID-9) */
export const verifyEmail =
  ({ secret }: SessionParts): Verb<typeof declaration> =>
  async ({ ctx }) => {
    const { id, email } = userOf(ctx)
    const { isSent, retryAfter } = await sendCode(ctx, secret, 'verification', { id, email, contact: null })
    if (!isSent) throw tooManyCodes(retryAfter)
    await recordAudit(ctx, { act: 'session.verify-email' })
    return { status: 'codeSent' }
  }
