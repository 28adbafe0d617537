import * as calls from '@eupnea/contract/sms-alerts.ts'
import { type Route, route } from '../platform/route.ts'
import { listAlertDeliveries } from './list-alert-deliveries.ts'
import { openAlertDelivery } from './open-alert-delivery.ts'

export const dispatchRoutes: readonly Route[] = [
  route(calls.listAlertDeliveries, listAlertDeliveries),
  route(calls.openAlertDelivery, openAlertDelivery),
]
