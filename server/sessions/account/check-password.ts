import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../../platform/context.ts'
import { PortalError } from '../../platform/errors.ts'
import { userOf } from '../create-sessions.ts'
import { selectCredential } from '../credentials.sql.ts'
import { verifyPassword } from '../password.ts'
import { mayUsePassword } from './may-use-password.ts'

/**
 * Checks the caller's own password.
 * @param field of the input that holds it
 * @returns its hash, to see later that it hasn't been changed meanwhile
 * @throws 422 `wrong_password`: a 401 would mean that the session has ended; `charging` counts it
 */
export async function checkOwnPassword(origin: CtxOrigin, field: string, password: string): Promise<string> {
  const { id } = userOf(origin)
  const kept = await withCtx(origin, async (ctx) => (await mayUsePassword(ctx, id)) && selectCredential(ctx, id))
  if (kept && (await verifyPassword(kept, password))) return kept
  throw wrongPassword(field)
}

export const wrongPassword = (field: string) =>
  new PortalError(422, 'wrong_password', m.account_password_wrong(), { field })
