import type { CallOutput } from '@eupnea/contract/call.ts'
import type { readNotification as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { notificationAnswer, notificationOf } from './notification-answer.ts'
import { type NotificationRow, selectDismissal, selectViews } from './notifications.sql.ts'

/** One notification with its history (AL-3, AL-7). @throws 404 */
export const readNotification: Verb<typeof declaration> = async ({ ctx, input }) => {
  const row = await notificationOf(ctx, input.id)
  await recordAudit(ctx, {
    act: 'notification.read',
    clinic_id: row.clinic_id,
    resident_id: row.patient_id,
    detail: { notification_id: input.id },
  })
  const dismissal = row.episode_id === null ? undefined : await selectDismissal(ctx, row.episode_id)
  return { ...notificationAnswer(row), history: historyOf(row, await selectViews(ctx, input.id), dismissal) }
}

type History = CallOutput<typeof declaration>['history']

/** Oldest first. Of a snooze only the end is known, because its beginning isn't stored. */
function historyOf(
  row: NotificationRow,
  views: Awaited<ReturnType<typeof selectViews>>,
  dismissal: Awaited<ReturnType<typeof selectDismissal>>,
): History {
  const { created_at, snoozed_until, acknowledged_at, ended_at } = row
  const history: History = [{ act: 'raised', at: created_at!.toString(), by: null }]
  for (const { name, seen_at } of views) history.push({ act: 'seen', at: seen_at.toString(), by: name })
  if (snoozed_until) history.push({ act: 'snoozed', at: snoozed_until.toString(), by: row.snoozed_name })
  if (acknowledged_at) history.push({ act: 'acknowledged', at: acknowledged_at.toString(), by: row.acknowledged_name })
  if (dismissal) {
    const { dismissed_at, dismissed_name, reason } = dismissal
    history.push({ act: 'dismissed', at: dismissed_at!.toString(), by: dismissed_name, reason: reason ?? '' })
  }
  if (ended_at) history.push({ act: 'ended', at: ended_at.toString(), by: null })
  return history.sort((one, other) => Temporal.Instant.compare(one.at, other.at))
}
