import type { acknowledgeNotification as declaration } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { acknowledge } from './handling.sql.ts'
import { becameDanger, notificationAnswer, notificationOf } from './notification-answer.ts'
import { markSeen } from './notifications.sql.ts'
import { recordHandling } from './record-handling.ts'
import { viewerOf } from './viewer-of.ts'

/**
 * The caller takes over a notification (AL-7); the first person keeps it, unless it is a danger that asks again after 30
 * minutes (AN-5). Repeating it changes nothing.
 * @throws 404, 409 when it has become a danger that the caller didn't see, also one that has ended, or naming who was
 * first
 */
export const acknowledgeNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const viewer = viewerOf(ctx)
  const before = await notificationOf(ctx, input.id)
  if (!(await acknowledge(ctx, viewer, input.id, input.severity))) {
    const row = await notificationOf(ctx, input.id)
    const isWorse = input.severity !== undefined && row.severity !== input.severity
    // Another's acknowledgement of the danger, or its end, says more than that it became one.
    if (isWorse && (row.state === 'open' || row.state === 'snoozed')) throw becameDanger()
    if (isWorse && row.acknowledged_by === null) throw conflict('notification_ended', m.notification_worse_ended())
    if (row.acknowledged_by !== viewer.id)
      throw conflict(
        'already_acknowledged',
        m.notification_acknowledged_already({ person: row.acknowledged_name ?? '' }),
      )
    return notificationAnswer(row)
  }
  await markSeen(ctx, viewer, { id: input.id })
  const after = await notificationOf(ctx, input.id)
  await recordHandling(ctx, 'notification.acknowledge', before, after)
  return notificationAnswer(after)
}
