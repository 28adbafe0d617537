import { type Ctx, type CtxOrigin, withCtx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { saveCredential, selectKnownOf } from './credentials.sql.ts'
import { hashPassword } from './password.ts'
import { whyWeak } from './password-policy.ts'

/** Sets a user's password, so that they can sign in. @throws 422 field `password` for a weak one (ID-9) */
export async function setPassword(ctx: Ctx, user_id: string, password: string): Promise<void> {
  await refuseWeak(ctx, user_id, password)
  await saveCredential(ctx, user_id, await hashPassword(password))
}

/** @throws 422 field `password` for one that would be guessed (ID-9) */
export const refuseWeak = async (ctx: Ctx, user_id: string, password: string): Promise<void> =>
  refuseIfWeak(password, await selectKnownOf(ctx, user_id))

/**
 * The same for people who choose their own. Reads as a job, because before they sign in they see no facility, and judges
 * after the transaction, because that takes a while.
 */
export async function refuseOwnWeak(origin: CtxOrigin, user_id: string, password: string): Promise<void> {
  const job = { ...origin, actor: { type: 'job', name: 'judge-password' } } as const
  await refuseIfWeak(password, await withCtx(job, (ctx) => selectKnownOf(ctx, user_id)))
}

async function refuseIfWeak(password: string, known: readonly string[]): Promise<void> {
  const weakness = await whyWeak(password, known)
  if (weakness) throw refused('password', weakness)
}
