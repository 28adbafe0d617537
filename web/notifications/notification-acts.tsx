import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useWantedPart } from '../shared/wanted-part.ts'
import { DismissButton } from './dismiss-button.tsx'
import { notificationName } from './notification-words.ts'
import styles from './notifications.module.css'
import { SnoozeButton } from './snooze-button.tsx'
import { useNotificationActs } from './use-notification-acts.ts'

interface NotificationActsProps {
  readonly notification: Pick<Notification, 'id' | 'kind' | 'title' | 'room' | 'state'>
  readonly zone: string
}

const loadMenu = async () => (await import('./snooze-menu.tsx')).SnoozeMenu
const loadDismissal = async () => (await import('./dismiss-trend.tsx')).DismissTrend

/** Acknowledge or snooze, nothing once it is acknowledged or has ended; and dismiss what only people can end (WA-12). */
export function NotificationActs({ notification, zone }: NotificationActsProps) {
  const { acknowledge, snooze, isBusy } = useNotificationActs(notification, zone)
  const { Part: SnoozeMenu, button } = useWantedPart(loadMenu)
  const { Part: DismissTrend, button: dismissButton } = useWantedPart(loadDismissal)
  const isUnhandled = notification.state === 'open' || notification.state === 'snoozed'
  const isDismissible = notification.kind === 'trend' && notification.state !== 'ended'
  if (!isUnhandled && !isDismissible) return null
  const name = notificationName(notification)
  return (
    <span className={styles.notificationActs}>
      {isUnhandled && (
        <>
          <Button
            size="compact-sm"
            loading={isBusy}
            aria-label={m.notification_acknowledge_label({ notification: name })}
            onClick={acknowledge}
          >
            {m.notification_acknowledge()}
          </Button>
          {SnoozeMenu ? (
            <SnoozeMenu name={name} isBusy={isBusy} onSnooze={snooze} />
          ) : (
            <SnoozeButton name={name} isBusy={isBusy} aria-haspopup="menu" aria-expanded={false} {...button} />
          )}
        </>
      )}
      {isDismissible &&
        (DismissTrend ? (
          <DismissTrend id={notification.id} name={name} />
        ) : (
          <DismissButton name={name} aria-haspopup="dialog" {...dismissButton} />
        ))}
    </span>
  )
}
