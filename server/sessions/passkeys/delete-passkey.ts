import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deletePasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { notFound } from '../../platform/errors.ts'
import { userOf } from '../create-sessions.ts'
import { dropIdleBackupCodes } from '../two-step/drop-idle-backup-codes.ts'
import { tellOfChange } from '../two-step/tell-of-change.ts'
import { deletePasskeyOf } from './passkeys.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** A passkey of the caller no longer signs them in (DO-5). @throws 404 */
export async function deletePasskey({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id, email } = userOf(ctx)
  if (!(await deletePasskeyOf(ctx, id, input.passkey_id))) throw notFound('passkey')
  await dropIdleBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.remove-passkey' })
  await tellOfChange(ctx, email, 'passkey-removed')
  return {}
}
