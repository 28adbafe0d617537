import type { dismissAdtMessage as declaration } from '@eupnea/contract/adt.ts'
import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { lockMessage, updateMessage } from './adt.sql.ts'
import { messageAnswer } from './adt-answer.ts'
import { openMessage } from './open-message.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Leaves things as they are here; what the message says is deleted (EH-5). @throws 404, 409 when it needs nobody */
export async function dismissAdtMessage({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { row } = await openMessage(ctx, input.id)
  const { clinic_id, control_id, resident_id } = row
  await updateMessage(ctx, row.id, { state: 'dismissed', name: '', body: null })
  await recordAudit(ctx, { act: 'adt.dismiss', clinic_id, resident_id, detail: { control_id } })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return messageAnswer((await lockMessage(ctx, row.id))!)
}
