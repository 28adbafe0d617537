import type { NotificationState } from '@eupnea/contract/notifications.ts'
import type { Severity } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { clockText, dayMonthText, now, sinceText } from '../shared/time.ts'

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

/** Whether somebody has acknowledged or snoozed a notification; a display doesn't know who. */
interface Handling {
  readonly state: NotificationState
  readonly acknowledged: { readonly by?: string; readonly at: string } | null
  readonly snoozed: { readonly by?: string; readonly until: string } | null
}

/** A notification as a card shows it. */
export interface CardNotice extends Handling {
  readonly severity: Severity
}

/** `03:12`, or `19 Nov` from twelve hours away: beside a name there is no room for both. */
const shortText = (instant: string, zone: string): string =>
  Math.abs(now() - Date.parse(instant)) < 12 * 3_600_000 ? clockText(instant, zone) : dayMonthText(instant, zone)

/** What a card says of a notification that somebody takes care of; null of one that is open (AN-6). */
export function noticeMark({ state, acknowledged, snoozed }: Handling, zone: string): Mark | null {
  if (state === 'acknowledged' && acknowledged) {
    const { by: person, at } = acknowledged
    const time = sinceText(at, zone)
    const short = shortText(at, zone)
    if (person === undefined) return { text: short, label: m.dashboard_card_handled_at({ time }) }
    return {
      text: m.dashboard_card_handled({ initials: initialsOf(person), time: short }),
      label: m.notification_acknowledged_by_at({ person, time }),
    }
  }
  if (state === 'snoozed' && snoozed) {
    const { by: person, until } = snoozed
    const time = sinceText(until, zone)
    if (person === undefined)
      return { text: m.dashboard_card_snoozed_to({ time }), label: m.notification_snooze_done({ time }) }
    return {
      text: m.dashboard_card_snoozed({ initials: initialsOf(person), time }),
      label: m.notification_snoozed_until_by({ person, time }),
    }
  }
  return null
}
