import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** More individual pop-ups would hide the page and each other. */
const mostSingle = { desk: 2, phone: 1 }

type Open = Pick<Notification, 'id' | 'severity' | 'reopened_at' | 'acknowledged' | 'snoozed'>

/** A notification as it asks now: another one when it is worse or back, or asks again after an acknowledgement or a snooze. */
export const askingOf = ({ id, severity, reopened_at, acknowledged, snoozed }: Open): string =>
  [id, severity, reopened_at ?? '', acknowledged?.at ?? '', snoozed?.until ?? ''].join(' ')

/**
 * Which open notifications have a pop-up each, and which share one that counts them.
 * @param closed what somebody has closed in this tab, as it asked then
 */
export function planPopUps<T extends Open>(
  open: readonly T[],
  closed: ReadonlySet<string>,
  screen: keyof typeof mostSingle,
) {
  const shown = open.filter((notification) => !closed.has(askingOf(notification)))
  return shown.length <= mostSingle[screen] ? { single: shown, merged: [] } : { single: [], merged: shown }
}

/** `12 Extremely High Respiratory, 38 Low Respiratory`; worst first. */
export function countsText(notifications: readonly Pick<Notification, 'title' | 'severity'>[]): string {
  const counts = new Map<string, number>()
  const worstFirst = notifications.toSorted((one, other) => one.severity.localeCompare(other.severity))
  for (const { title } of worstFirst) counts.set(title, (counts.get(title) ?? 0) + 1)
  return [...counts].map(([title, count]) => m.notification_title_count({ count: numberText(count), title })).join(', ')
}
