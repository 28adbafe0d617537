import type { listProofs as declaration } from '@eupnea/contract/account.ts'
import type { CallOutput } from '@eupnea/contract/call.ts'
import type { Ctx } from '../../platform/context.ts'
import { userOf } from '../create-sessions.ts'
import { selectFactors } from '../two-step/two-step.sql.ts'
import { mayUsePassword } from './may-use-password.ts'

/** How the caller can prove again who they are (DO-5). */
export async function listProofs({ ctx }: { ctx: Ctx }): Promise<CallOutput<typeof declaration>> {
  const { id } = userOf(ctx)
  const { hasApp, hasPasskey } = await selectFactors(ctx, id)
  return { password: await mayUsePassword(ctx, id), code: hasApp, passkey: hasPasskey }
}
