import { m } from '@eupnea/texts'
import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import type { Attempt } from './throttle.ts'

/** The same for an unknown e-mail, a wrong password and a disabled user (ID-1). */
export const invalidLogin = (): PortalError =>
  new PortalError(401, 'invalid_login', m.session_login_refused(), {
    title: m.session_login_refused_title(),
  })

/** The same for a wrong, used and expired code, and for an unknown, used and expired challenge (ID-3). */
export const invalidOtp = (): PortalError =>
  new PortalError(401, 'invalid_otp', m.session_otp_refused(), {
    title: m.session_otp_refused_title(),
  })

/** Runs `work` in a transaction that also commits when `work` returns a refusal, which is thrown afterwards. */
export async function settle<T>(origin: CtxOrigin, work: (ctx: Ctx) => Promise<T | PortalError>): Promise<T> {
  const result = await withCtx(origin, work)
  if (result instanceof PortalError) throw result
  return result
}

/** What a wrong guess is answered with; within a session a 401 would mean that it has ended. */
const isWrongGuess = (error: unknown): boolean =>
  error instanceof PortalError &&
  (error.status === 401 || ['wrong_password', 'wrong_code', 'wrong_passkey'].includes(error.code))

/** Counts an attempt that ends with a wrong guess, clears failures when it succeeds, and otherwise changes nothing. */
export async function charging<T>(begun: Promise<Attempt>, work: () => Promise<T>): Promise<T> {
  const attempt = await begun
  let result: T
  try {
    result = await work()
  } catch (error) {
    if (!isWrongGuess(error)) await attempt.cancel()
    throw error
  }
  await attempt.succeed()
  return result
}

/** Longer than the work below takes unless the portal is overloaded. */
const evenMs = 100

/**
 * Answers after the same time whatever was found, so that the time doesn't reveal whether an e-mail address is known
 * (ID-4).
 */
export async function even<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.allSettled([work(), new Promise((resolve) => setTimeout(resolve, evenMs))])
  if (result.status === 'rejected') throw result.reason
  return result.value
}
