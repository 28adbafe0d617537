import type { beginDirectorySignIn as declaration } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { type CtxOrigin, withCtx } from '../platform/context.ts'
import { limitCalls } from '../platform/limit-calls.ts'
import type { VerbApart } from '../platform/route.ts'
import { hashToken, isKnownBrowser } from '../sessions/index.ts'
import { asDirectory, configured } from './directory-job.ts'
import type { Provider } from './provider.ts'
import { insertAttempt } from './sign-ins.sql.ts'

/** Minutes for what the provider asks of the person. */
const attemptMinutes = 15

/** Where to sign in by the house's directory (SI-1). @throws 404 without one, 503 when it isn't reached, 429 */
export const beginDirectorySignIn = (provider: Provider | null): VerbApart<typeof declaration> => {
  const limit = limitCalls(m.common_too_many_attempts())
  return async ({ origin, input }) => {
    limit((await knownBrowserOf(origin)) ?? origin.address ?? null)
    const { url, state, nonce, verifier } = await configured(provider).begin(input.is_proof)
    await withCtx(asDirectory(origin), (ctx) =>
      insertAttempt(
        ctx,
        {
          ...{ state_hash: hashToken(state), browser_hash: hashToken(input.browser) },
          ...{ nonce, verifier, is_proof: input.is_proof },
        },
        attemptMinutes,
      ),
    )
    return { url }
  }
}

/** Strangers behind the same address keep nobody from signing in who has done so in this browser before (DO-4). */
async function knownBrowserOf({ database, browser }: CtxOrigin): Promise<string | null> {
  const hash = browser?.token ? hashToken(browser.token) : null
  return hash && (await isKnownBrowser(database, hash)) ? hash : null
}
