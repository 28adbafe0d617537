import type { renamePasskey as declaration } from '@eupnea/contract/passkeys.ts'
import { recordAudit } from '../../audit/index.ts'
import { notFound } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { updatePasskeyName } from './passkeys.sql.ts'

/** Renames a passkey of the caller (DO-5). @throws 404 */
export const renamePasskey: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (!(await updatePasskeyName(ctx, userOf(ctx).id, input.passkey_id, input.name))) throw notFound('passkey')
  await recordAudit(ctx, { act: 'session.rename-passkey' })
  return {}
}
