import { productName } from '@eupnea/contract/product.ts'
import type { forgotPassword as declaration } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { queueMail, secondsToNextMail } from '../outbox/index.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { triedAgain, type VerbApart } from '../platform/route.ts'
import { insertAuthEvent } from './auth-events.sql.ts'
import { makeChallenge } from './challenges.ts'
import { sendCode } from './codes.ts'
import type { SessionParts } from './create-sessions.ts'
import { selectDirectoryRule, selectUserOfEmail } from './credentials.sql.ts'
import { isBrowserOf } from './keep-browser.ts'
import { even } from './refusals.ts'
import { setPasswordLink } from './set-password-link.ts'
import { methodsOf } from './two-step/second-step.ts'

/** Longer than strangers can keep another mail from being sent. */
const linkSeconds = 60 * 60

/**
 * Mails a recovery code, and a link that no guess uses up (ID-4). Unknown e-mail addresses and disabled users get the
 * same answer after the same time, unless the portal is configured to tell. People who may
 * only sign in through the house's directory get no mail (SI-1). People whose sign-in codes go to the same mailbox, because they have no phone number,
 * get a mail that says so: a mailbox alone must not open an account. A known browser's code is its own, so that strangers
 * can't use it up (DO-4).
 * @throws 404 `user_not_found` if so, 429 for too many from one address or for one e-mail (ID-9)
 */
export const forgotPassword =
  (parts: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    // Every attempt counts, because its result isn't revealed.
    await parts.throttle.begin({ guessed: 'forgot', email: input.email }, origin)
    const isKnown = await even(() =>
      triedAgain(() => withCtx(origin, (ctx) => sendRecoveryCode(ctx, parts, input.email))),
    )
    if (!isKnown && parts.revealUnknownEmail)
      throw new PortalError(404, 'user_not_found', m.session_user_unknown(), {
        title: m.session_user_unknown_title(),
      })
    return { status: 'codeSent' }
  }

async function sendRecoveryCode(ctx: Ctx, { secret, baseUrl }: SessionParts, email: string): Promise<boolean> {
  const user = await selectUserOfEmail(ctx, email)
  if (user?.status !== 1) {
    await recordAudit(ctx, { act: 'session.recovery', detail: user ? { user_id: user.id } : { user: 'unknown' } })
    return false
  }
  if ((await selectDirectoryRule(ctx, user.id)).isDirectoryOnly) {
    await recordAudit(ctx, { act: 'session.recovery', detail: { user_id: user.id, is_sent: false } })
    return true
  }
  if (!user.contact && (await methodsOf(ctx, user)).includes('sent')) {
    await sayWhyNot(ctx, user.email)
    await recordAudit(ctx, { act: 'session.recovery', detail: { user_id: user.id, is_sent: false } })
    return true
  }
  const isKnown = await isBrowserOf(ctx, user)
  const link = {
    of: async () => setPasswordLink(baseUrl(), await makeChallenge(ctx, 'recovery', user.id, linkSeconds)),
    // Whoever gets it later than that has hardly any time left to follow it.
    usefulSeconds: linkSeconds - 10 * 60,
  }
  const { isSent } = await sendCode(ctx, secret, isKnown ? 'known-recovery' : 'recovery', user, link)
  if (isSent)
    await insertAuthEvent(ctx, user.id, { event_type: 'ForgotPassword', response: 'InProgress', challenge: null })
  await recordAudit(ctx, { act: 'session.recovery', detail: { user_id: user.id, is_sent: isSent } })
  return true
}

async function sayWhyNot(ctx: Ctx, to: string): Promise<void> {
  const subject = m.session_recovery_by_phone_subject({ product: productName })
  if ((await secondsToNextMail(ctx, { to, subject, mostAnHour: 1 })) > 0) return
  await queueMail(ctx, { to, subject, text: m.session_recovery_by_phone_mail({ product: productName }) })
}
