import type { CallInput } from '@eupnea/contract/call.ts'
import { type snoozeNotification as declaration, snoozeLimits } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { conflict, refused } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { snooze } from './handling.sql.ts'
import { becameDanger, notificationAnswer, notificationOf } from './notification-answer.ts'
import { markSeen, type NotificationRow } from './notifications.sql.ts'
import { recordHandling } from './record-handling.ts'
import { viewerOf } from './viewer-of.ts'

/**
 * For callers who name the end: their clock may be a little off, and the call takes its time, minutes. Less than one, so
 * that 31 minutes are refused where 30 are allowed.
 */
const tolerance = 0.5

/**
 * Silences a notification until an instant, or for minutes (AL-7, AN-6): at most 12 hours, a danger at most 30 minutes.
 * The caller's new snooze replaces an earlier one of theirs. A worse severity ends it, and when it ends the notification
 * is unseen again for everybody.
 * @throws 404, 409 when it has become a danger that the caller didn't see, is acknowledged, snoozed by somebody else, or
 * has ended, 422 for an end that isn't allowed
 */
export const snoozeNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const viewer = viewerOf(ctx)
  const { id } = input
  const before = await notificationOf(ctx, id)
  const severity = input.severity ?? before.severity!
  const until = endOf(input, severity)
  if (!(await snooze(ctx, viewer, { id, severity, until }))) throw refusal(await notificationOf(ctx, id), severity)
  await markSeen(ctx, viewer, { id })
  const after = await notificationOf(ctx, id)
  await recordHandling(ctx, 'notification.snooze', before, after)
  return notificationAnswer(after)
}

/** @throws 422 */
function endOf({ minutes, until }: CallInput<typeof declaration>, severity: string): Temporal.Instant {
  const now = Temporal.Now.instant()
  const end = until === undefined ? now.add({ minutes: minutes! }) : Temporal.Instant.from(until)
  const field = until === undefined ? 'minutes' : 'until'
  const most = severity === 'danger' ? snoozeLimits.mostOfDanger : snoozeLimits.most
  const asked = end.since(now).total('minutes')
  if (asked <= 0) throw refused(field, m.notification_snooze_past())
  if ((minutes ?? asked - tolerance) > most)
    throw refused(field, severity === 'danger' ? m.notification_snooze_danger() : m.notification_snooze_too_long())
  return end
}

function refusal(row: NotificationRow, seen: string): Error {
  const { ended_at, severity, state, acknowledged_name, snoozed_name } = row
  if (ended_at) return conflict('notification_ended', m.notification_snooze_ended())
  if (severity !== seen && state !== 'acknowledged') return becameDanger()
  if (state === 'snoozed')
    return conflict('already_snoozed', m.notification_snoozed_already({ person: snoozed_name ?? '' }))
  return conflict('already_acknowledged', m.notification_acknowledged_already({ person: acknowledged_name ?? '' }))
}
