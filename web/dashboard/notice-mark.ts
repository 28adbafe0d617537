import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { sinceText } from '../shared/time.ts'

/** `GH` of Grace Hopper; the first letter of a single word. */
export function initialsOf(name: string): string {
  const words = name.split(/\s+/).filter(Boolean)
  const [first = ''] = words
  const last = words.length > 1 ? words.at(-1)! : ''
  return [first, last]
    .map((word) => [...word][0] ?? '')
    .join('')
    .toUpperCase()
}

interface Mark {
  readonly text: string
  /** in full */
  readonly label: string
}

/** What a card says of a notification that somebody takes care of; null of one that is open (AN-6). */
export function noticeMark(
  { state, acknowledged, snoozed }: Pick<Notification, 'state' | 'acknowledged' | 'snoozed'>,
  zone: string,
): Mark | null {
  if (state === 'acknowledged' && acknowledged) {
    const time = sinceText(acknowledged.at, zone)
    return {
      text: m.dashboard_card_handled({ initials: initialsOf(acknowledged.by), time }),
      label: m.notification_acknowledged_by_at({ person: acknowledged.by, time }),
    }
  }
  if (state === 'snoozed' && snoozed) {
    const time = sinceText(snoozed.until, zone)
    return {
      text: m.dashboard_card_snoozed({ initials: initialsOf(snoozed.by), time }),
      label: m.notification_snoozed_until_by({ person: snoozed.by, time }),
    }
  }
  return null
}
