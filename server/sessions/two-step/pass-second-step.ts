import type { SignInMethod } from '@eupnea/contract/sessions.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { createSealer } from '../../platform/seal.ts'
import { takeCode, tryCode } from '../codes.ts'
import type { SessionParts } from '../create-sessions.ts'
import type { Identity } from '../credentials.sql.ts'
import { stepOfCode } from './authenticator.ts'
import { takeBackupCode } from './backup-codes.ts'
import { tellOfChange } from './tell-of-change.ts'
import { type Factors, selectAuthenticator, selectFactors, useStep } from './two-step.sql.ts'

/** How a user can pass the second step; empty: none is due. Whoever has an app gets no codes sent, which are weaker. */
export async function methodsOf(ctx: Ctx, user: Identity): Promise<SignInMethod[]> {
  return methodsFor(await selectFactors(ctx, user.id), user.is_otp_enabled)
}

function methodsFor({ hasApp, hasPasskey, backupCodes }: Factors, getsCodes: boolean): SignInMethod[] {
  const typed: SignInMethod[] = hasApp ? ['app'] : getsCodes ? ['sent'] : []
  if (typed.length === 0) return []
  return [...typed, ...(hasPasskey ? ['passkey' as const] : []), ...(backupCodes > 0 ? ['backup' as const] : [])]
}

/** Whether a code is the one that a user's app shows now; it is used up. */
export async function takeAppCode(ctx: Ctx, secret: string, user_id: string, code: string): Promise<boolean> {
  const app = await selectAuthenticator(ctx, user_id)
  if (!app) return false
  const step = stepOfCode(createSealer(secret).open(app.sealed, `authenticator ${user_id}`), code)
  return step !== null && useStep(ctx, user_id, step)
}

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
    const hash = await tryCode(ctx, secret, { purpose: 'otp', user_id: user.id, code })
    if (hash !== null && (await takeCode(ctx, 'otp', user.id, hash))) return 'Otp'
  }
  if (!methods.includes('backup') || !(await takeBackupCode(ctx, user.id, code))) return null
  await recordAudit(ctx, { act: 'session.use-backup-code', detail: { user_id: user.id } })
  await tellOfChange(ctx, user.email, 'code-used')
  return 'BackupCode'
}
