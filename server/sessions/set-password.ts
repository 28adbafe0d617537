import type { Ctx } from '../platform/context.ts'
import { refused } from '../platform/errors.ts'
import { saveCredential } from './credentials.sql.ts'
import { hashPassword } from './password.ts'
import { whyWeak } from './password-policy.ts'

/** Sets a user's password, so that they can sign in. @throws 422 field `password` for a weak one (ID-9) */
export async function setPassword(ctx: Ctx, user: { id: string; email: string }, password: string): Promise<void> {
  await refuseWeak(password, user.email)
  await saveCredential(ctx, user.id, await hashPassword(password))
}

/** @throws 422 field `password` for one that would be guessed (ID-9) */
export async function refuseWeak(password: string, email: string): Promise<void> {
  const weakness = await whyWeak(password, email)
  if (weakness) throw refused('password', weakness)
}
