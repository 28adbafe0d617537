import type { retryAdtMessage as declaration } from '@eupnea/contract/adt.ts'
import { recordAudit } from '../audit/index.ts'
import { headerOf } from '../hl7/index.ts'
import type { Verb } from '../platform/route.ts'
import { lockMessage } from './adt.sql.ts'
import { messageAnswer } from './adt-answer.ts'
import { openMessage } from './open-message.ts'
import { storeOutcome } from './take-message.ts'

/**
 * Applies a message again, once a person has put right what was in its way; with `take` also the values that contradict
 * what staff entered (EH-5).
 * @throws 404, 409 when it needs nobody any more
 */
export const retryAdtMessage: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { sender, row, body } = await openMessage(ctx, input.id)
  const { digest, clinic_id, control_id } = row
  await storeOutcome(ctx, sender, headerOf(body.toString('latin1')), body, { digest, takesAll: input.take })
  const now = (await lockMessage(ctx, row.id))!
  const detail = { control_id, take: input.take, state: now.state }
  await recordAudit(ctx, { act: 'adt.retry', clinic_id, resident_id: now.resident_id, detail })
  return messageAnswer(now)
}
