import type { readDirectoryExit as declaration } from '@eupnea/contract/directory.ts'
import { withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import type { Provider } from './provider.ts'
import { isDirectorySession } from './sign-ins.sql.ts'

/** Where the browser goes after signing out here, so that the directory's own session ends too (SI-1). */
export const readDirectoryExit =
  (provider: Provider | null): VerbApart<typeof declaration> =>
  async ({ origin }) => {
    const { sessionId } = userOf(origin)
    if (!provider || !(await withCtx(origin, (ctx) => isDirectorySession(ctx, sessionId)))) return { url: null }
    return { url: await provider.exitUrl() }
  }
