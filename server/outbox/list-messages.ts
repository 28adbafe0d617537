import type { listMessages as declaration } from '@eupnea/contract/outbox.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { messageAnswer } from './message-answer.ts'
import { selectMessages } from './messages.sql.ts'

/** Mails and SMS, newest first. Reading them is audited, because texts may contain codes that still work. */
export const listMessages: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { rows, ...total } = await selectMessages(ctx, input, pageOf(input))
  await recordAuditOncePer(ctx, 15, { act: 'message.list' })
  return {
    items: rows.map(messageAnswer),
    pagination: paginationOf(input, total),
  }
}
