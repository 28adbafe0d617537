import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { proveByCode as declaration } from '@eupnea/contract/two-step.ts'
import { recordAudit } from '../../audit/index.ts'
import type { CtxOrigin } from '../../platform/context.ts'
import { markProved } from '../account/account.sql.ts'
import { type SessionParts, userOf } from '../create-sessions.ts'
import { charging, settle } from '../refusals.ts'
import { takeAppCode } from './second-step.ts'
import { wrongCode } from './wrong-code.ts'

type Given = { origin: CtxOrigin; input: CallInput<typeof declaration> }

/** The caller proves with a code of their app who they are, as by `proveByPassword` (DO-5). @throws 422 field `code`, 429 */
export const proveByCode =
  ({ throttle, secret }: SessionParts) =>
  async ({ origin, input }: Given): Promise<CallOutput<typeof declaration>> => {
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
