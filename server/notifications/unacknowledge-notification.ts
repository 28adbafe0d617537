import type { unacknowledgeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { unacknowledge } from './handling.sql.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { recordHandling } from './record-handling.ts'
import { viewerOf } from './viewer-of.ts'

/**
 * Takes back the caller's own acknowledgement, shortly after it (AN-6): the notification asks everybody again.
 * @throws 404, 409 when it isn't acknowledged, is somebody else's, or too much time has passed
 */
export const unacknowledgeNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const viewer = viewerOf(ctx)
  const before = await notificationOf(ctx, input.id)
  if (!(await unacknowledge(ctx, viewer, input.id))) {
    if (before.acknowledged_at === null) throw conflict('not_acknowledged', m.notification_not_acknowledged())
    if (before.acknowledged_by === viewer.id) throw conflict('undo_over', m.notification_undo_over())
    const person = before.acknowledged_name ?? ''
    throw conflict('already_acknowledged', m.notification_acknowledged_already({ person }))
  }
  const after = await notificationOf(ctx, input.id)
  await recordHandling(ctx, 'notification.unacknowledge', before, after)
  return notificationAnswer(after)
}
