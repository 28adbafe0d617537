import {
  acknowledgeNotification,
  countUnseenNotifications,
  listCurrentNotifications,
  listNotifications,
  type Notification,
  readNotification,
  snoozeNotification,
  unacknowledgeNotification,
  unsnoozeNotification,
} from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { send, useSend } from '../shared/api.ts'
import { tellTabs } from '../shared/other-tabs.ts'
import { fetchAgain } from '../shared/query.ts'
import { endSaid, sayDoneWithUndo, sayFailedOf } from '../shared/say-done.tsx'
import { clockText } from '../shared/time.ts'
import { notificationName } from './notification-words.ts'

/** Calls that any action makes out of date. */
export const notificationAnswers = [
  listNotifications,
  listCurrentNotifications,
  countUnseenNotifications,
  readNotification,
]

/** On screen; the server allows it a little longer (AN-6), ms. */
const undoMs = 10_000

/** A colleague was quicker, or it became a danger: says so and fetches the current state (AL-7, AN-5). */
function sayRefused(error: unknown, { id }: Pick<Notification, 'id'>): void {
  sayFailedOf(id, error)
  void fetchAgain(notificationAnswers)
}

/** Offers to take back what was done. @param done what it is now */
function sayHandled(of: Notification, done: string, undo: typeof unacknowledgeNotification): void {
  tellTabs('notifications')
  const name = notificationName(of)
  const takeBack = async () => {
    await send(undo, { id: of.id })
    tellTabs('notifications')
    await fetchAgain(notificationAnswers)
    return { title: m.notification_undo_done(), message: name }
  }
  sayDoneWithUndo(of.id, { title: done, message: name }, name, takeBack, undoMs)
}

/** What a person can do to a notification as they see it. @param zone the clinic's */
export function useNotificationActs({ id, severity }: Pick<Notification, 'id' | 'severity'>, zone: string) {
  const acknowledge = useSend(acknowledgeNotification, {
    invalidates: notificationAnswers,
    onSuccess: (answer) => sayHandled(answer, m.notification_state_acknowledged(), unacknowledgeNotification),
    onError: sayRefused,
  })
  const snooze = useSend(snoozeNotification, {
    invalidates: notificationAnswers,
    onSuccess: (answer) => {
      const time = clockText(answer.snoozed!.until, zone)
      sayHandled(answer, m.notification_snooze_done({ time }), unsnoozeNotification)
    },
    onError: sayRefused,
  })
  return {
    acknowledge: () => {
      endSaid(id)
      acknowledge.mutate({ id, severity })
    },
    snooze: (until: string) => {
      endSaid(id)
      snooze.mutate({ id, severity, until })
    },
    isBusy: acknowledge.isPending || snooze.isPending,
  }
}
