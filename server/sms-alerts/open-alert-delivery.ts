import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { openAlertDelivery as declaration } from '@eupnea/contract/sms-alerts.ts'
import { recordAudit } from '../audit/index.ts'
import { mergedTogether } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notFound } from '../platform/errors.ts'
import { hashToken } from '../sessions/index.ts'
import { markOpened, selectByToken } from './deliveries.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** The target of a message's link; records that it was opened (AL-6). @throws 404, also outside the scope */
export async function openAlertDelivery({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const found = await selectByToken(ctx, hashToken(input.token))
  if (!found) throw notFound('notification')
  const { clinic_id, notification_id, message_id, resident_id } = found
  const together = await mergedTogether(ctx, message_id)
  if (ctx.actor.type === 'user') await markOpened(ctx, together.length > 0 ? together : [message_id], ctx.actor)
  await recordAudit(ctx, { act: 'sms-alert.open', clinic_id, resident_id, detail: { notification_id } })
  const isOne = together.length <= 1
  const { device_id } = found.extra_detail as { device_id?: string }
  return {
    clinic_id,
    notification_id,
    patient_id: isOne ? resident_id : null,
    device_id: isOne && resident_id ? (device_id ?? null) : null,
  }
}
