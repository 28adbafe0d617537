import type { listAlertDeliveries as declaration } from '@eupnea/contract/sms-alerts.ts'
import { recordAudit } from '../audit/index.ts'
import { notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { listDeliveries } from './list-deliveries.ts'
import { selectFacts } from './steps.sql.ts'

/** Who a notification was sent to, with delivery states (AL-6). @throws 404 */
export const listAlertDeliveries: Verb<typeof declaration> = async ({ ctx, input }) => {
  const [facts] = await selectFacts(ctx, [input.notification_id])
  if (!facts) throw notFound('notification')
  await recordAudit(ctx, {
    act: 'sms-alert.read-deliveries',
    clinic_id: facts.clinic_id,
    resident_id: facts.patient_id,
    detail: { notification_id: facts.id },
  })
  return { items: await listDeliveries(ctx, facts) }
}
