import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { seeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { markSeen } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Marks a notification as seen by the caller (AL-3). @throws 404 */
export async function seeNotification({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
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
