import { NotificationsPage as Page } from '../notifications/notifications-page.tsx'
import { Deliveries } from '../sms-alerts/deliveries.tsx'

const deliveriesOf = (notificationId: string, zone: string) => (
  <Deliveries notificationId={notificationId} zone={zone} />
)

/** Notifications, each with who was notified and how far each message has got (AL-6). */
export const NotificationsPage = () => <Page deliveries={deliveriesOf} />
