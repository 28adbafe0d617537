import type { deletePasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { recordAudit } from '../../audit/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { dropIdleBackupCodes } from '../two-step/drop-idle-backup-codes.ts'
import { tellOfChange } from '../two-step/tell-of-change.ts'
import { deletePasskeyOf } from './passkeys.sql.ts'

/** A passkey of the caller no longer signs them in (DO-5). @throws 404 */
export const deletePasskey: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, email } = userOf(ctx)
  if (!(await deletePasskeyOf(ctx, id, input.passkey_id))) throw notFound('passkey')
  await dropIdleBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.remove-passkey' })
  await tellOfChange(ctx, email, 'passkey-removed')
  return {}
}
