import type { deleteAuthenticator as declaration } from '@eupnea/contract/two-step.ts'
import { recordAudit } from '../../audit/index.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { dropIdleBackupCodes } from './drop-idle-backup-codes.ts'
import { tellOfChange } from './tell-of-change.ts'
import { deleteAuthenticatorOf } from './two-step.sql.ts'

/** The caller's sign-in no longer asks for a code of their app (DO-5). */
export const deleteAuthenticator: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, email } = userOf(ctx)
  if (!(await deleteAuthenticatorOf(ctx, id))) return {}
  await dropIdleBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.remove-authenticator' })
  await tellOfChange(ctx, email, 'app-removed')
  return {}
}
