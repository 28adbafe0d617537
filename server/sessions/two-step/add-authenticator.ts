import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx } from '../../platform/context.ts'
import { refused } from '../../platform/errors.ts'
import { createSealer } from '../../platform/seal.ts'
import { lockUser } from '../credentials.sql.ts'
import { stepOfCode } from './authenticator.ts'
import { makeFirstBackupCodes } from './backup-codes.ts'
import { tellOfChange } from './tell-of-change.ts'
import { saveAuthenticator } from './two-step.sql.ts'

/** A user's app, which has shown by a code that it has the secret. @param key seals the app's secret @returns null: the code is wrong */
export async function addAuthenticator(
  ctx: Ctx,
  key: string,
  { id, email }: { readonly id: string; readonly email: string },
  appSecret: string,
  code: string,
): Promise<{ backup_codes: string[] } | null> {
  const used_step = stepOfCode(appSecret, code)
  if (used_step === null) return null
  if (!(await lockUser(ctx, id))) throw refused('code', m.two_step_code_wrong())
  const sealed = createSealer(key).seal(appSecret, `authenticator ${id}`)
  await saveAuthenticator(ctx, { user_id: id, sealed, used_step })
  const backup_codes = await makeFirstBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.add-authenticator', detail: { user_id: id } })
  await tellOfChange(ctx, email, 'app-added')
  return { backup_codes }
}
