import { listClinicAttention as attention } from '@eupnea/contract/clinic-attention.ts'
import * as calls from '@eupnea/contract/notifications.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { acknowledgeNotification } from './acknowledge-notification.ts'
import { type Carers, countOpenNotifications } from './count-open-notifications.ts'
import { countUnseenNotifications } from './count-unseen-notifications.ts'
import { createLockToken } from './create-lock-token.ts'
import { listClinicAttention } from './list-clinic-attention.ts'
import { listCurrentNotifications } from './list-current-notifications.ts'
import { listNotifications } from './list-notifications.ts'
import { readMonitoring } from './read-monitoring.ts'
import { readNotification } from './read-notification.ts'
import { seeAllNotifications } from './see-all-notifications.ts'
import { seeNotification } from './see-notification.ts'
import { snoozeNotification } from './snooze-notification.ts'
import { unacknowledgeNotification } from './unacknowledge-notification.ts'
import { unsnoozeNotification } from './unsnooze-notification.ts'

export const notificationRoutes: readonly Route[] = [
  route(calls.listNotifications, listNotifications),
  route(calls.listCurrentNotifications, listCurrentNotifications),
  route(calls.countUnseenNotifications, countUnseenNotifications),
  route(calls.readNotification, readNotification),
  route(calls.seeNotification, seeNotification),
  route(calls.seeAllNotifications, seeAllNotifications),
  route(calls.acknowledgeNotification, acknowledgeNotification),
  route(calls.unacknowledgeNotification, unacknowledgeNotification),
  route(calls.snoozeNotification, snoozeNotification),
  route(calls.unsnoozeNotification, unsnoozeNotification),
  route(calls.readMonitoring, readMonitoring),
  route(attention, listClinicAttention),
]

/**
 * For pages that lock themselves (AN-4).
 * @param secret signs their tokens
 * @param carers tells who works in which clinic
 */
export const lockedPageRoutes = (secret: string, carers: Carers): readonly Route[] => [
  route(calls.createLockToken, createLockToken(secret)),
  routeApart(calls.countOpenNotifications, countOpenNotifications(secret, carers)),
]
