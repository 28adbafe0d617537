import { roleOfGroups } from '@eupnea/contract/access.ts'
import type { SignInMethod } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { createSealer } from '../../platform/seal.ts'
import type { Purpose } from '../codes.sql.ts'
import { takeCode } from '../codes.sql.ts'
import { tryCode } from '../codes.ts'
import type { SessionParts } from '../create-sessions.ts'
import type { Identity } from '../credentials.sql.ts'
import { isBrowserOf } from '../keep-browser.ts'
import { stepOfCode } from './authenticator.ts'
import { takeBackupCode } from './backup-codes.ts'
import { tellOfChange } from './tell-of-change.ts'
import { type Factors, selectAuthenticator, selectFactors, useStep } from './two-step.sql.ts'

/** Whether a role requires a second step of its people. */
export const requiresTwoSteps = ({ groups, roles }: Pick<Factors, 'groups' | 'roles'>): boolean =>
  roles.includes(roleOfGroups(groups))

/**
 * How a user can pass the second step; empty: they have none. Whoever has an app gets no codes sent, which are weaker. A
 * passkey alone asks nobody for it after their password, unless their role requires a second step.
 */
export async function methodsOf(ctx: Ctx, user: Identity): Promise<SignInMethod[]> {
  return methodsFor(await selectFactors(ctx, user.id), user.is_otp_enabled)
}

function methodsFor(factors: Factors, getsCodes: boolean): SignInMethod[] {
  const { hasApp, hasPasskey, backupCodes } = factors
  const typed: SignInMethod[] = hasApp ? ['app'] : getsCodes ? ['sent'] : []
  if (typed.length === 0 && !(hasPasskey && requiresTwoSteps(factors))) return []
  return [...typed, ...(hasPasskey ? ['passkey' as const] : []), ...(backupCodes > 0 ? ['backup' as const] : [])]
}

/** What follows a right password. */
export async function secondStepOf(ctx: Ctx, user: Identity) {
  const factors = await selectFactors(ctx, user.id)
  return { methods: methodsFor(factors, user.is_otp_enabled), isRequired: requiresTwoSteps(factors) }
}

/** Whether a code is the one that a user's app shows now; it is used up. */
export async function takeAppCode(ctx: Ctx, secret: string, user_id: string, code: string): Promise<boolean> {
  const app = await selectAuthenticator(ctx, user_id)
  if (!app) return false
  const step = stepOfCode(createSealer(secret).open(app.sealed, `authenticator ${user_id}`), code)
  return step !== null && useStep(ctx, user_id, step)
}

/** A known browser's codes are its own: strangers who know the password can't use them up (DO-4). */
export const otpOf = async (ctx: Ctx, user: Identity): Promise<Purpose> =>
  (await isBrowserOf(ctx, user)) ? 'known-otp' : 'otp'

/** Uses up a code of any kind; the transaction must commit either way. @returns what it was; null: it is wrong */
export async function passSecondStep(
  ctx: Ctx,
  { secret }: SessionParts,
  user: Identity,
  code: string,
): Promise<'App' | 'Otp' | 'BackupCode' | null> {
  const methods = await methodsOf(ctx, user)
  if (methods.includes('app') && (await takeAppCode(ctx, secret, user.id, code))) return 'App'
  if (methods.includes('sent')) {
    const purpose = await otpOf(ctx, user)
    const hash = await tryCode(ctx, secret, { purpose, user_id: user.id, code })
    if (hash !== null && (await takeCode(ctx, purpose, user.id, hash))) return 'Otp'
  }
  if (!methods.includes('backup') || !(await takeBackupCode(ctx, user.id, code))) return null
  await recordAudit(ctx, { act: 'session.use-backup-code', detail: { user_id: user.id } })
  await tellOfChange(ctx, user.email, 'code-used')
  return 'BackupCode'
}
