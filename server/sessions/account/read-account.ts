import type { readAccount as declaration } from '@eupnea/contract/account.ts'
import type { Verb } from '../../platform/route.ts'
import { userOf } from '../create-sessions.ts'
import { selectPasskeysOf } from '../passkeys/passkeys.sql.ts'
import { hashToken } from '../token.ts'
import { requiresTwoSteps } from '../two-step/second-step.ts'
import { selectAuthenticator, selectFactors } from '../two-step/two-step.sql.ts'
import { getsCodes, selectOwnBrowsers, selectOwnSessions } from './account.sql.ts'
import { mayUsePassword } from './may-use-password.ts'

/** The caller's own account: where they are signed in, and which browsers are known to be theirs (DO-5). */
export const readAccount: Verb<typeof declaration> = async ({ ctx }) => {
  const { id, email, sessionId } = userOf(ctx)
  const current = ctx.browser?.token ? hashToken(ctx.browser.token) : null
  const sessions = await selectOwnSessions(ctx, id, sessionId)
  const browsers = await selectOwnBrowsers(ctx, id)
  const passkeys = await selectPasskeysOf(ctx, id)
  const app = await selectAuthenticator(ctx, id)
  const factors = await selectFactors(ctx, id)
  return {
    email,
    has_password: await mayUsePassword(ctx, id),
    two_step: {
      app_since: app?.created_at.toString() ?? null,
      gets_codes: await getsCodes(ctx, id),
      backup_codes: factors.backupCodes,
      is_required: requiresTwoSteps(factors),
    },
    passkeys: passkeys.map(({ name, created_at, last_used_at, ...passkey }) => ({
      id: passkey.id,
      name,
      created_at: created_at.toString(),
      last_used_at: last_used_at?.toString() ?? null,
    })),
    sessions: sessions.map(({ created_at, updated_at, ...session }) => ({
      ...session,
      is_current: session.id === sessionId,
      began_at: created_at.toString(),
      used_at: updated_at.toString(),
    })),
    browsers: browsers.map(({ token_hash, last_used_at, ...browser }) => ({
      ...browser,
      is_current: token_hash === current,
      used_at: last_used_at.toString(),
    })),
  }
}
