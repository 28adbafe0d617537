import type { renewBackupCodes as declaration } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import { conflict } from '../../platform/errors.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { makeBackupCodes } from './backup-codes.ts'
import { tellOfChange } from './tell-of-change.ts'
import { selectFactors } from './two-step.sql.ts'

/** New backup codes for the caller; the ones from before no longer work (DO-5). @throws 409 without an app or passkey */
export const renewBackupCodes: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, email } = userOf(ctx)
  const { hasApp, hasPasskey } = await selectFactors(ctx, id)
  if (!hasApp && !hasPasskey) throw conflict('no_second_step', m.two_step_none())
  const backup_codes = await makeBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.renew-backup-codes' })
  await tellOfChange(ctx, email, 'codes-renewed')
  return { backup_codes }
}
