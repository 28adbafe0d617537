import * as calls from '@eupnea/contract/notifications.ts'
import { type Route, route } from '../platform/route.ts'
import { acknowledgeNotification } from './acknowledge-notification.ts'
import { countUnseenNotifications } from './count-unseen-notifications.ts'
import { listNotifications } from './list-notifications.ts'
import { readMonitoring } from './read-monitoring.ts'
import { readNotification } from './read-notification.ts'
import { seeAllNotifications } from './see-all-notifications.ts'
import { seeNotification } from './see-notification.ts'
import { snoozeNotification } from './snooze-notification.ts'

export const notificationRoutes: readonly Route[] = [
  route(calls.listNotifications, listNotifications),
  route(calls.countUnseenNotifications, countUnseenNotifications),
  route(calls.readNotification, readNotification),
  route(calls.seeNotification, seeNotification),
  route(calls.seeAllNotifications, seeAllNotifications),
  route(calls.acknowledgeNotification, acknowledgeNotification),
  route(calls.snoozeNotification, snoozeNotification),
  route(calls.readMonitoring, readMonitoring),
]
