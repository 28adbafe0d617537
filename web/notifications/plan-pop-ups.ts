import type { NotificationMessage } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'
import { numberText } from '@eupnea/texts/locale.ts'

/** More individual pop-ups would hide the page and each other. */
const mostSingle = 2

export interface PopUpPlan {
  readonly single: readonly NotificationMessage[]
  readonly merged: readonly NotificationMessage[]
}

/**
 * Which notifications get a pop-up each, and which share one that counts them.
 * @param open individual pop-ups on screen
 * @param isMerging a shared one is on screen and takes these too
 */
export function planPopUps(fresh: readonly NotificationMessage[], open: number, isMerging: boolean): PopUpPlan {
  if (!isMerging && open + fresh.length <= mostSingle) return { single: fresh, merged: [] }
  return { single: [], merged: fresh }
}

/** `12 Extremely High Respiratory, 38 Low Respiratory`; worst first. */
export function countsText(messages: readonly Pick<NotificationMessage, 'title' | 'severity'>[]): string {
  const counts = new Map<string, number>()
  const worstFirst = messages.toSorted((one, other) => one.severity.localeCompare(other.severity))
  for (const { title } of worstFirst) counts.set(title, (counts.get(title) ?? 0) + 1)
  return [...counts].map(([title, count]) => m.notification_title_count({ count: numberText(count), title })).join(', ')
}
