import type { unsnoozeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { unsnooze } from './handling.sql.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { recordHandling } from './record-handling.ts'
import { viewerOf } from './viewer-of.ts'

/**
 * Takes back the caller's own snooze, shortly after it (AN-6).
 * @throws 404, 409 when it isn't snoozed, is somebody else's, or too much time has passed
 */
export const unsnoozeNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const viewer = viewerOf(ctx)
  const before = await notificationOf(ctx, input.id)
  if (!(await unsnooze(ctx, viewer, input.id))) {
    if (before.state !== 'snoozed') throw conflict('not_snoozed', m.notification_not_snoozed())
    if (before.snoozed_by === viewer.id) throw conflict('undo_over', m.notification_undo_over())
    throw conflict('already_snoozed', m.notification_snoozed_already({ person: before.snoozed_name ?? '' }))
  }
  const after = await notificationOf(ctx, input.id)
  await recordHandling(ctx, 'notification.unsnooze', before, after)
  return notificationAnswer(after)
}
