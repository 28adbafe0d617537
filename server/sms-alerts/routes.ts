import * as calls from '@eupnea/contract/sms-alerts.ts'
import { type Route, route } from '../platform/route.ts'
import { createSmsAlert } from './create-sms-alert.ts'
import { disableSmsAlert } from './disable-sms-alert.ts'
import { listSmsAlerts } from './list-sms-alerts.ts'

export const smsAlertRoutes: readonly Route[] = [
  route(calls.listSmsAlerts, listSmsAlerts),
  route(calls.createSmsAlert, createSmsAlert, 201),
  route(calls.disableSmsAlert, disableSmsAlert),
]
