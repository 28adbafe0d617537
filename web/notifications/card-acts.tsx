import type { Notification } from '@eupnea/contract/notifications.ts'
import type { DashboardType } from '../shared/settings.ts'
import { NotificationActs } from './notification-acts.tsx'

interface CardActsProps {
  readonly notification: Notification
  readonly zone: string
  readonly type: DashboardType
}

/** On a resident's card of the dashboard (AN-6). */
export const CardActs = ({ notification, zone, type }: CardActsProps) => (
  <NotificationActs notification={notification} zone={zone} size={type === 'minInfo' ? 'icons' : 'small'} />
)
