import type { Notification } from '@eupnea/contract/notifications.ts'
import { useSettings } from '../shared/settings.ts'
import { NotificationActs } from './notification-acts.tsx'

interface CardActsProps {
  readonly notification: Notification
  readonly zone: string
}

/** On a resident's card of the dashboard (AN-6). */
export function CardActs({ notification, zone }: CardActsProps) {
  const { dashboardType } = useSettings()
  return (
    <NotificationActs notification={notification} zone={zone} size={dashboardType === 'minInfo' ? 'icons' : 'small'} />
  )
}
