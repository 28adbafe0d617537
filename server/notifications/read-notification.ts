import type { readNotification as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { historiesOf } from './histories-of.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'

/** One notification with its history (AL-3, AL-7). @throws 404 */
export const readNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await notificationOf(ctx, input.id)
  await recordAudit(ctx, {
    act: 'notification.read',
    clinic_id: row.clinic_id,
    resident_id: row.patient_id,
    detail: { notification_id: input.id },
  })
  const historyOf = await historiesOf(ctx, [row])
  return { ...notificationAnswer(row), history: historyOf(row) }
}
