import type { Notification } from '@eupnea/contract/notifications.ts'
import { m } from '@eupnea/texts'
import { Button } from '@mantine/core'
import { useWantedPart } from '../shared/wanted-part.ts'
import { notificationName } from './notification-words.ts'
import styles from './notifications.module.css'
import { SnoozeButton } from './snooze-button.tsx'
import { useNotificationActs } from './use-notification-acts.ts'

interface NotificationActsProps {
  readonly notification: Pick<Notification, 'id' | 'title' | 'room' | 'state'>
  readonly zone: string
}

const loadMenu = async () => (await import('./snooze-menu.tsx')).SnoozeMenu

/** Acknowledge or snooze; nothing once it is acknowledged or has ended. */
export function NotificationActs({ notification, zone }: NotificationActsProps) {
  const { acknowledge, snooze, isBusy } = useNotificationActs(notification, zone)
  const { Part: SnoozeMenu, button } = useWantedPart(loadMenu)
  if (notification.state !== 'open' && notification.state !== 'snoozed') return null
  const name = notificationName(notification)
  return (
    <span className={styles.notificationActs}>
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
    </span>
  )
}
