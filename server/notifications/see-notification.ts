import type { seeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { markSeen } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/** Marks a notification as seen by the caller (AL-3). @throws 404 */
export const seeNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await notificationOf(ctx, input.id)
  await markSeen(ctx, viewerOf(ctx), { id: input.id })
  await recordAudit(ctx, {
    act: 'notification.see',
    clinic_id: row.clinic_id,
    resident_id: row.patient_id,
    detail: { notification_id: input.id },
  })
  return notificationAnswer({ ...row, seen: true })
}
