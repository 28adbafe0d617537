import type { NotificationStep } from '@eupnea/contract/notifications.ts'
import { repeatsOf } from '../outbox/index.ts'
import type { Ctx } from '../platform/context.ts'
import { selectActs, selectDismissals, selectViews } from './history.sql.ts'
import type { NotificationRow } from './notifications.sql.ts'

/** What happened to each of these, oldest first (AL-3, AL-7). */
export async function historiesOf(
  ctx: Ctx,
  rows: readonly NotificationRow[],
): Promise<(row: NotificationRow) => NotificationStep[]> {
  const ids = rows.map(({ id }) => id!)
  if (ids.length === 0) return () => []
  const views = Map.groupBy(await selectViews(ctx, ids), (one) => one.notification_id)
  const acts = Map.groupBy(await selectActs(ctx, ids), (one) => one.notification_id)
  const repeats = Map.groupBy(await repeatsOf(ctx, ids), (one) => one.notification_id)
  const episodes = rows.flatMap(({ episode_id }) => episode_id ?? [])
  const dismissals = Map.groupBy(await selectDismissals(ctx, [...episodes, '']), (one) => one.episode_id)
  return (row) => {
    const id = row.id!
    const steps: NotificationStep[] = [
      { act: 'raised', at: row.raised_at!.toString(), by: null },
      ...(views.get(id) ?? []).map(({ seen_at, name }) => ({ act: 'seen' as const, at: seen_at.toString(), by: name })),
      ...handlingOf(row, acts.get(id) ?? []),
      ...(repeats.get(id) ?? []).map(({ step, at }) => ({ act: step, at: at.toString(), by: null })),
    ]
    for (const at of row.reopened_at!)
      steps.push({ act: row.outage_id ? 'worse' : 'reopened', at: at.toString(), by: null })
    if (row.became_worse_at && !row.outage_id)
      steps.push({ act: 'worse', at: row.became_worse_at.toString(), by: null })
    for (const { dismissed_at, dismissed_name, reason } of dismissals.get(row.episode_id) ?? [])
      steps.push({ act: 'dismissed', at: dismissed_at.toString(), by: dismissed_name, reason: reason ?? '' })
    if (row.ended_at) steps.push({ act: 'ended', at: row.ended_at.toString(), by: null })
    return steps.sort((one, other) => Temporal.Instant.compare(one.at, other.at))
  }
}

/** Without what was taken back. What the audit log doesn't have, such as the demonstration's past, is in the row. */
function handlingOf(row: NotificationRow, acts: Awaited<ReturnType<typeof selectActs>>): NotificationStep[] {
  const acknowledged: NotificationStep[] = []
  const snoozed: NotificationStep[] = []
  for (const { act, at, name, until } of acts) {
    const step = { at: at.toString(), by: name }
    if (act === 'acknowledge') acknowledged.push({ act: 'acknowledged', ...step })
    else if (act === 'snooze') snoozed.push({ act: 'snoozed', ...step, until: until?.toString() })
    else (act === 'unacknowledge' ? acknowledged : snoozed).pop()
  }
  const { acknowledged_at, snoozed_at, snoozed_until } = row
  if (acknowledged_at && acknowledged.length === 0)
    acknowledged.push({ act: 'acknowledged', at: acknowledged_at.toString(), by: row.acknowledged_name })
  if (snoozed_until && snoozed.length === 0) {
    const [at, until] = [snoozed_at ?? snoozed_until, snoozed_until].map(String) as [string, string]
    snoozed.push({ act: 'snoozed', at, by: row.snoozed_name, until })
  }
  return [...acknowledged, ...snoozed]
}
