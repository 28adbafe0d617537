import type { finishDirectorySignIn as declaration } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { PortalError } from '../platform/errors.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken, signInAs } from '../sessions/index.ts'
import { accountDisabled, admit } from './admit.ts'
import { asDirectory, configured } from './directory-job.ts'
import { attemptUnknown, type Provider } from './provider.ts'
import { insertDirectorySession, takeAttempt } from './sign-ins.sql.ts'

/**
 * Completes a sign-in by the house's directory: the browser must be the one that began it, and each answer works once
 * (SI-1). The session is the portal's own; a second step is the directory's affair.
 * @throws 403 with what kept the person out, 404 without a directory, 503 when it isn't reached, 429
 */
export const finishDirectorySignIn = (provider: Provider | null): VerbApart<typeof declaration> => {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    const of = configured(provider)
    const job = asDirectory(origin)
    const state = new URLSearchParams(input.answer).get('state') ?? ''
    const attempt = await withCtx(job, (ctx) => takeAttempt(ctx, hashToken(state), hashToken(input.browser)))
    if (!attempt) {
      limit(origin.address ?? null)
      throw attemptUnknown()
    }
    const claims = await of.finish(input.answer, { state, ...attempt })
    // Refusals are recorded and may disable an account, so they commit.
    const result = await withCtx(job, async (ctx) => {
      const user_id = await admit(ctx, claims)
      if (user_id instanceof PortalError) return user_id
      const begun = await signInAs(ctx, user_id, claims.provedAt)
      if (!begun) return accountDisabled()
      await insertDirectorySession(ctx, begun.session_id, claims.sid)
      await recordAudit(ctx, { act: 'directory.sign-in', detail: { user_id } })
      return begun.answer
    })
    if (result instanceof PortalError) throw result
    return result
  }
}
