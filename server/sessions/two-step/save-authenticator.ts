import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { saveAuthenticator as declaration } from '@eupnea/contract/two-step.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../../audit/index.ts'
import type { Ctx, CtxOrigin } from '../../platform/context.ts'
import { conflict, refused } from '../../platform/errors.ts'
import { createSealer } from '../../platform/seal.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { lockUser } from '../credentials.sql.ts'
import { charging, settle } from '../refusals.ts'
import { stepOfCode } from './authenticator.ts'
import { makeFirstBackupCodes } from './backup-codes.ts'
import { openSetup } from './setup.ts'
import { tellOfChange } from './tell-of-change.ts'
import { saveAuthenticator as store } from './two-step.sql.ts'
import { wrongCode } from './wrong-code.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/**
 * From now on the caller's sign-in asks for a code of the app, in place of one they had before (DO-5).
 * @throws 422 field `code`, 409 when the setup has expired, 429
 */
export const saveAuthenticator =
  ({ throttle, secret }: SessionParts) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> => {
    const { id, email } = userOf(origin)
    return charging(throttle.begin({ guessed: 'proof', email }, origin), () =>
      settle(origin, async (ctx) => {
        const appSecret = openSetup(secret, id, input.setup)
        if (!appSecret) return setupExpired()
        return (await addAuthenticator(ctx, secret, { id, email }, appSecret, input.code)) ?? wrongCode()
      }),
    )
  }

const setupExpired = () => conflict('setup_expired', m.two_step_setup_expired())

/** @param key seals the app's secret @returns null: the code is wrong */
async function addAuthenticator(
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
  await store(ctx, { user_id: id, sealed, used_step })
  const backup_codes = await makeFirstBackupCodes(ctx, id)
  await recordAudit(ctx, { act: 'session.add-authenticator', detail: { user_id: id } })
  await tellOfChange(ctx, email, 'app-added')
  return { backup_codes }
}
