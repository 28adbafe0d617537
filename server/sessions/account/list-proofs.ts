import type { listProofs as declaration } from '@eupnea/contract/account.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { selectFactors } from '../two-step/two-step.sql.ts'
import { mayUsePassword } from './may-use-password.ts'

/** How the caller can prove again who they are (DO-5). */
export const listProofs: Verb<typeof declaration> = async ({ ctx }) => {
  const { id } = userOf(ctx)
  const { hasApp, hasPasskey } = await selectFactors(ctx, id)
  return { password: await mayUsePassword(ctx, id), code: hasApp, passkey: hasPasskey }
}
