import type { proveByCode as declaration } from '@eupnea/contract/two-step.ts'
import { recordAudit } from '../../audit/index.ts'
import type { VerbApart } from '../../platform/route.ts'
import { markProved } from '../account/account.sql.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { charging, settle } from '../refusals.ts'
import { takeAppCode } from './second-step.ts'
import { wrongCode } from './wrong-code.ts'

/** The caller proves with a code of their app who they are, as by `proveByPassword` (DO-5). @throws 422 field `code`, 429 */
export const proveByCode =
  ({ throttle, secret }: SessionParts): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { id, email, sessionId } = userOf(origin)
    await charging(throttle.begin({ guessed: 'proof', email }, origin), () =>
      settle(origin, async (ctx) => {
        if (!(await takeAppCode(ctx, secret, id, input.code))) {
          await recordAudit(ctx, { act: 'session.prove-failed' })
          return wrongCode()
        }
        await markProved(ctx, sessionId)
        await recordAudit(ctx, { act: 'session.prove' })
        return null
      }),
    )
    return {}
  }
