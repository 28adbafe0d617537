import {
  acknowledgeNotification,
  countUnseenNotifications,
  listNotifications,
  type Notification,
  readNotification,
  snoozeNotification,
} from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { useSend } from '../shared/api.ts'
import { fetchAgain } from '../shared/query.ts'
import { sayDone, sayFailed } from '../shared/say-done.tsx'
import { clockText } from '../shared/time.ts'

/** Calls that any action makes out of date. */
export const notificationAnswers = [listNotifications, countUnseenNotifications, readNotification]

/** A colleague was quicker: names them and fetches the current state (AL-7). */
function sayRefused(error: unknown): void {
  sayFailed(error)
  void fetchAgain(notificationAnswers)
}

/** What a person can do to a notification. @param zone the clinic's */
export function useNotificationActs({ id }: Pick<Notification, 'id'>, zone: string) {
  const acknowledge = useSend(acknowledgeNotification, {
    invalidates: notificationAnswers,
    onSuccess: ({ title }) => sayDone({ title: m.notification_state_acknowledged(), message: title }),
    onError: sayRefused,
  })
  const snooze = useSend(snoozeNotification, {
    invalidates: notificationAnswers,
    onSuccess: ({ title, snoozed }) =>
      sayDone({
        title: snoozed
          ? m.notification_snooze_done({ time: clockText(snoozed.until, zone) })
          : m.notification_state_snoozed(),
        message: title,
      }),
    onError: sayRefused,
  })
  return {
    acknowledge: () => acknowledge.mutate({ id }),
    snooze: (minutes: number) => snooze.mutate({ id, minutes }),
    isBusy: acknowledge.isPending || snooze.isPending,
  }
}
