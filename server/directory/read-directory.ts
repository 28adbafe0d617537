import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readDirectory as declaration } from '@eupnea/contract/directory.ts'
import { type Ctx, withCtx } from '../platform/context.ts'
import type { VerbApart } from '../platform/route.ts'
import { selectAdministrators, selectSettings } from './directory.sql.ts'
import type { Provider } from './provider.ts'

/** The settings of the house's directory, what to enter there, and who gets in without it (SI-1). */
export const readDirectory =
  (provider: Provider | null, baseUrl: () => string): VerbApart<typeof declaration> =>
  async ({ origin }) => {
    // Asked before a database connection is taken.
    const is_reachable = provider !== null && (await provider.isReachable())
    return withCtx(origin, (ctx) => directoryAnswer(ctx, { provider, baseUrl: baseUrl(), is_reachable }))
  }

interface Known {
  readonly provider: Provider | null
  readonly baseUrl: string
  readonly is_reachable: boolean
}

export const directoryAnswer = async (
  ctx: Ctx,
  { provider, baseUrl, is_reachable }: Known,
): Promise<CallOutput<typeof declaration>> => ({
  ...(await selectSettings(ctx)),
  name: provider?.name ?? null,
  issuer: provider?.issuer ?? null,
  is_reachable,
  redirect_url: new URL('/user/directory', baseUrl).href,
  logout_url: new URL('/api/directory/logout', baseUrl).href,
  scim_url: new URL('/scim/v2', baseUrl).href,
  administrators: await selectAdministrators(ctx),
})
