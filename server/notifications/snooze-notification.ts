import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { snoozeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { conflict } from '../platform/errors.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { markSeen, snooze } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/**
 * Silences a notification for a while (AL-7); a new snooze replaces an earlier one. A worse severity ends it, and when
 * it ends the notification is unseen again for everybody.
 * @throws 404, 409 when it is acknowledged or has ended
 */
export async function snoozeNotification({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const viewer = viewerOf(ctx)
  const { id, minutes } = input
  const { clinic_id, patient_id } = await notificationOf(ctx, id)
  if (!(await snooze(ctx, viewer, id, minutes))) {
    const row = await notificationOf(ctx, id)
    throw row.ended_at
      ? conflict('notification_ended', m.notification_snooze_ended())
      : conflict('already_acknowledged', m.notification_acknowledged_already({ person: row.acknowledged_name ?? '' }))
  }
  await markSeen(ctx, viewer, { id })
  await recordAudit(ctx, {
    act: 'notification.snooze',
    clinic_id,
    resident_id: patient_id,
    detail: { notification_id: id, minutes },
  })
  await ctx.emit({ type: 'changed', noun: 'notifications', clinic_id: clinic_id! })
  return notificationAnswer(await notificationOf(ctx, id))
}
