import type { SignInAnswer, SignInMethod } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { insertAuthEvent, type NewAuthEvent } from './auth-events.sql.ts'
import { makeChallenge } from './challenges.ts'
import { sendCode, tooManyCodes } from './codes.ts'
import type { SessionParts } from './create-sessions.ts'
import { type Identity, markSignedIn, selectDirectoryRule } from './credentials.sql.ts'
import { keepBrowser } from './keep-browser.ts'
import { invalidLogin } from './refusals.ts'
import { actorOf, sessionAnswer } from './session-answer.ts'
import { insertSession, selectHolder } from './sessions.sql.ts'
import { hashToken, newToken } from './token.ts'
import { otpOf, secondStepOf } from './two-step/second-step.ts'

/** Seconds allowed for entering a new password or code. */
const challengeSeconds = 10 * 60

export type SignedIn = Extract<SignInAnswer, { status: 'signedIn' }>

/**
 * The next step of a sign-in: a new password if one is due, then the second step if the user has one or has to set one up, then the session
 * (ID-2, ID-3). People of the house's directory may have to sign in there instead (SI-1). Lock the user first (`lockUser`).
 */
export async function goOn(
  ctx: Ctx,
  { secret }: SessionParts,
  user: Identity,
  passed: 'Password' | 'NewPassword' | 'Passkey',
): Promise<SignInAnswer | PortalError> {
  const { isDirectoryOnly, isLocalOff } = await selectDirectoryRule(ctx, user.id)
  if (isDirectoryOnly) return directoryOnly(ctx, user.id, passed)
  if (isLocalOff) await recordAudit(ctx, { act: 'directory.break-glass', detail: { user_id: user.id } })
  if (user.new_password_required) return challengeTo(ctx, user, { status: 'newPasswordRequired' }, passed)
  // A passkey is both steps at once.
  if (passed === 'Passkey') return welcome(ctx, user, passed)
  const { methods, isRequired } = await secondStepOf(ctx, user)
  if (methods.length === 0)
    return isRequired ? challengeTo(ctx, user, { status: 'enrolmentRequired' }, passed) : welcome(ctx, user, passed)
  if (methods.includes('sent')) {
    const { isLive, retryAfter } = await sendCode(ctx, secret, await otpOf(ctx, user), user)
    const others = methods.filter((method) => method !== 'sent')
    if (!isLive && others.length === 0) return tooManyCodes(retryAfter)
    if (!isLive) return challengeTo(ctx, user, { status: 'otpRequired', methods: others }, passed)
  }
  return challengeTo(ctx, user, { status: 'otpRequired', methods }, passed)
}

async function directoryOnly(ctx: Ctx, user_id: string, challenge: NewAuthEvent['challenge']): Promise<PortalError> {
  await insertAuthEvent(ctx, user_id, { event_type: 'SignIn', response: 'Fail', challenge })
  await recordAudit(ctx, { act: 'session.sign-in-failed', detail: { user_id, because: 'directory' } })
  return new PortalError(403, 'directory_only', m.directory_only(), { title: m.directory_only_title() })
}

/** No session yet: the challenge lets its holder continue from here. */
async function challengeTo(
  ctx: Ctx,
  user: Identity,
  next: { status: 'newPasswordRequired' | 'enrolmentRequired' } | { status: 'otpRequired'; methods: SignInMethod[] },
  passed: NewAuthEvent['challenge'],
): Promise<SignInAnswer> {
  const challenge = await makeChallenge(ctx, next.status, user.id, challengeSeconds)
  await insertAuthEvent(ctx, user.id, { event_type: 'SignIn', response: 'InProgress', challenge: passed })
  await recordAudit(ctx, { act: 'session.challenge', detail: { user_id: user.id, status: next.status } })
  return { ...next, challenge }
}

/** Creates the session, always with a new token. @param proved_at omitted: now */
export async function welcome(
  ctx: Ctx,
  user: Identity,
  passed: NewAuthEvent['challenge'],
  proved_at?: Temporal.Instant,
): Promise<SignedIn | PortalError> {
  const token = newToken()
  await insertSession(ctx, { user_id: user.id, token_hash: hashToken(token), proved_at })
  await markSignedIn(ctx, user.id)
  await keepBrowser(ctx, user.id)
  const row = await selectHolder(ctx.db, hashToken(token))
  if (!row) return invalidLogin()
  await insertAuthEvent(ctx, user.id, { event_type: 'SignIn', response: 'Pass', challenge: passed })
  const actor = actorOf(row, token)
  await recordAudit({ ...ctx, actor }, { act: 'session.sign-in' })
  return { status: 'signedIn', token, user: sessionAnswer(actor) }
}
