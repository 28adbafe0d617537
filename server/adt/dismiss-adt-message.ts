import type { dismissAdtMessage as declaration } from '@eupnea/contract/adt.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { lockMessage, updateMessage } from './adt.sql.ts'
import { messageAnswer } from './adt-answer.ts'
import { openMessage } from './open-message.ts'

/** Leaves things as they are here; what the message says is deleted (EH-5). @throws 404, 409 when it needs nobody */
export const dismissAdtMessage: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { row } = await openMessage(ctx, input.id)
  const { clinic_id, control_id, resident_id } = row
  await updateMessage(ctx, row.id, { state: 'dismissed', name: '', body: null })
  await recordAudit(ctx, { act: 'adt.dismiss', clinic_id, resident_id, detail: { control_id } })
  await ctx.emit({ type: 'changed', noun: 'imports', clinic_id })
  return messageAnswer((await lockMessage(ctx, row.id))!)
}
