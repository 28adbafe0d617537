import type { openAlertDelivery as declaration } from '@eupnea/contract/sms-alerts.ts'
import { recordAudit } from '../audit/index.ts'
import { openDelivery } from '../outbox/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { hashToken } from '../sessions/index.ts'
import { selectFacts } from './steps.sql.ts'

/** The target of a message's link; records that it was opened (AL-6). @throws 404, also outside the scope */
export const openAlertDelivery: Verb<typeof declaration> = async ({ ctx, input }) => {
  const found = await openDelivery(ctx, hashToken(input.token))
  const [facts] = found ? await selectFacts(ctx, [found.notification_id]) : []
  if (!found || !facts) throw notFound('notification')
  const { clinic_id, notification_id, isOne } = found
  const { patient_id: resident_id, extra_detail } = facts
  await recordAudit(ctx, { act: 'sms-alert.open', clinic_id, resident_id, detail: { notification_id } })
  const { device_id } = extra_detail as { device_id?: string }
  return {
    clinic_id,
    notification_id,
    patient_id: isOne ? resident_id : null,
    device_id: isOne && resident_id ? (device_id ?? null) : null,
  }
}
