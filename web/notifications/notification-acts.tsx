import type { Notification } from '@eupnea/contract/notifications.ts'
import { Button, Menu } from '@mantine/core'
import { IconChevronDown } from '../shared/icons.tsx'
import { nameOf, snoozeChoices } from './notification-words.ts'
import { useNotificationActs } from './use-notification-acts.ts'

interface NotificationActsProps {
  readonly notification: Pick<Notification, 'id' | 'title' | 'room' | 'state'>
  readonly zone: string
}

/** Take it on, or silence it for a while; nothing where that is over. */
export function NotificationActs({ notification, zone }: NotificationActsProps) {
  const { acknowledge, snooze, isBusy } = useNotificationActs(notification, zone)
  if (notification.state !== 'open' && notification.state !== 'snoozed') return null
  const name = nameOf(notification)
  return (
    <span className="notification-acts">
      <Button size="compact-sm" loading={isBusy} aria-label={`Acknowledge ${name}`} onClick={acknowledge}>
        Acknowledge
      </Button>
      {/* Above pop-ups, which hold it too. */}
      <Menu position="bottom-end" width={160} zIndex={500} withInitialFocusPlaceholder={false}>
        <Menu.Target>
          <Button
            size="compact-sm"
            variant="default"
            disabled={isBusy}
            aria-label={`Snooze ${name}`}
            rightSection={<IconChevronDown size={14} aria-hidden />}
          >
            Snooze
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          {snoozeChoices.map(({ minutes, label }) => (
            <Menu.Item key={minutes} onClick={() => snooze(minutes)}>
              {label}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    </span>
  )
}
