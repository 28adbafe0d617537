import type { resendMessage as declaration } from '@eupnea/contract/outbox.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { messageAnswer } from './message-answer.ts'
import { queueAgain, selectMessage } from './messages.sql.ts'

/** Sends a message again. @throws 409 unless it has failed or was kept */
export const resendMessage: Verb<typeof declaration> = async ({ ctx, input }) => {
  const isQueued = await queueAgain(ctx, input.message_id)
  const row = await selectMessage(ctx, input.message_id)
  if (!row) throw notFound('message')
  if (!isQueued) throw conflict('message_on_its_way', m.outbox_sent_already())
  await recordAudit(ctx, { act: 'message.resend', detail: { message_id: row.id } })
  await ctx.emit({ type: 'message_queued' })
  return messageAnswer(row)
}
