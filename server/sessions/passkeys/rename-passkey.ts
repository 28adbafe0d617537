import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { renamePasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { userOf } from '../create-sessions.ts'
import { updatePasskeyName } from './passkeys.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Renames a passkey of the caller (DO-5). @throws 404 */
export async function renamePasskey({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  if (!(await updatePasskeyName(ctx, userOf(ctx).id, input.passkey_id, input.name))) throw notFound('passkey')
  await recordAudit(ctx, { act: 'session.rename-passkey' })
  return {}
}
