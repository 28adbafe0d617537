import type { updateDirectory as declaration } from '@eupnea/contract/directory.ts'
import { m } from '@eupnea/texts'
import { changesOf, recordAudit } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import type { VerbApart } from '../platform/route.ts'
import { lockSettings, selectAdministrators, updateSettings } from './directory.sql.ts'
import type { Provider } from './provider.ts'
import { directoryAnswer } from './read-directory.ts'

/**
 * Decides about the house's directory (SI-1); omitted settings stay. Passwords of its people can be switched off only
 * while they can sign in by it, and while somebody gets in without it.
 * @throws 409 field `is_local_off`
 */
export const updateDirectory =
  (provider: Provider | null, baseUrl: () => string): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const is_reachable = provider !== null && (await provider.isReachable())
    return withCtx(origin, async (ctx) => {
      const before = await lockSettings(ctx)
      if (input.is_local_off && !before.is_local_off) {
        if (!provider) throw conflict('directory_not_configured', m.directory_not_configured(), 'is_local_off')
        if ((await selectAdministrators(ctx)).length === 0)
          throw conflict('no_local_administrator', m.directory_administrators_none(), 'is_local_off')
      }
      const values = {
        links_by_email: input.links_by_email ?? before.links_by_email,
        is_local_off: input.is_local_off ?? before.is_local_off,
      }
      await updateSettings(ctx, values)
      await recordAudit(ctx, { act: 'directory.update', changes: changesOf(before, values) })
      return directoryAnswer(ctx, { provider, baseUrl: baseUrl(), is_reachable })
    })
  }
