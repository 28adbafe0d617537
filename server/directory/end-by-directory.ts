import type { endByDirectory as declaration } from '@eupnea/contract/directory.ts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { endSession, endSessionsOf } from '../sessions/index.ts'
import { asDirectory, configured } from './directory-job.ts'
import { selectPersonOfSubject } from './people.sql.ts'
import { logoutRefused, type Provider } from './provider.ts'
import { insertLogout, selectSessionsOfSid } from './sign-ins.sql.ts'

/** Longer than a logout token is accepted. */
const rememberedMinutes = 15

/**
 * Somebody has signed out at the directory, or was signed out there: ends that session here, or all of theirs if only
 * the person is named (OpenID Connect Back-Channel Logout 1.0, SI-1).
 * @throws 400 for a token that is forged, old, of something else, or was obeyed before
 */
export const endByDirectory =
  (provider: Provider | null): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { jti, issuer, sid, subject } = await configured(provider).readLogout(input.logout_token)
    return withCtx(asDirectory(origin), async (ctx) => {
      if (!(await insertLogout(ctx, jti, rememberedMinutes))) throw logoutRefused()
      if (sid) for (const session_id of await selectSessionsOfSid(ctx, sid)) await endSession(ctx, session_id)
      const person = subject ? await selectPersonOfSubject(ctx, issuer, subject) : undefined
      if (!sid && person) await endSessionsOf(ctx, person.user_id)
      await recordAudit(ctx, { act: 'directory.logout', detail: person ? { user_id: person.user_id } : {} })
      return {}
    })
  }
