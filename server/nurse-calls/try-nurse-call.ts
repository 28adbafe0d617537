import type { CallOutput } from '@eupnea/contract/call.ts'
import type { tryNurseCall as declaration } from '@eupnea/contract/nurse-calls.ts'
import { clinicOf } from '../clinics/index.ts'
import { hastenDeliveries, isAccepting } from '../outbox/index.ts'
import { withCtx } from '../platform/context.ts'
import { GatewayError } from '../platform/gateway-error.ts'
import type { VerbApart } from '../platform/route.ts'
import { heartbeat } from './heartbeat.ts'
import { createLine, type Line } from './line.ts'
import { nurseCalls } from './nurse-call-kind.ts'
import { markAnswering, type NurseCallRow } from './nurse-calls.sql.ts'
import { type HostRule, targetOf } from './target.ts'

type Answer = CallOutput<typeof declaration>

/**
 * Sends a heartbeat, which raises no call, on a connection of its own, and says what was answered (EH-5). What waits
 * follows when it is accepted. @throws 404
 */
export const tryNurseCall =
  (mayReach: HostRule): VerbApart<typeof declaration> =>
  async ({ origin, input }) => {
    const { row, clinic } = await withCtx(origin, async (ctx) => {
      const found = await nurseCalls.of(ctx, input.id)
      return { row: found, clinic: await clinicOf(ctx, found.clinic_id) }
    })
    const line = createLine(targetOf(row, mayReach), {
      // Whoever acknowledges does so where the alert came from.
      take: async () => ({ code: 'AE', reason: '' }),
    })
    const answer = await exchange(line, row, clinic.name).finally(() => line.close())
    return withCtx(origin, async (ctx) => {
      if (answer.accepted) {
        await markAnswering(ctx, row.id)
        await hastenDeliveries(ctx, row.id)
      }
      await nurseCalls.record(ctx, 'try', row, { code: answer.code })
      return answer
    })
  }

async function exchange(line: Line, row: NurseCallRow, clinic: string): Promise<Answer> {
  try {
    const { code, text } = await heartbeat(line, row, clinic)
    return { accepted: isAccepting(code), code, answer: text }
  } catch (error) {
    if (error instanceof GatewayError) return { accepted: false, code: null, answer: error.message }
    throw error
  }
}
