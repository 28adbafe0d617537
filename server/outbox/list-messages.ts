import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listMessages as declaration } from '@eupnea/contract/outbox.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf } from '../platform/paging.ts'
import { messageAnswer } from './message-answer.ts'
import { selectMessages } from './messages.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Mails and SMS, newest first. Reading them is audited, because texts may contain codes that still work. */
export async function listMessages({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { rows, total } = await selectMessages(ctx, input, pageOf(input))
  await recordAuditOncePer(ctx, 15, { act: 'message.list' })
  return {
    items: rows.map(messageAnswer),
    pagination: { page: input.page, page_size: input.page_size, total_records: total },
  }
}
