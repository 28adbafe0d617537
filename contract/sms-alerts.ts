import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, listOf, paging } from './fields.ts'
import { channels } from './outbox.ts'

/** Delivery state of a message to one receiver; opening is recorded through its link. */
const deliveryStates = ['queued', 'sent', 'delivered', 'undelivered', 'failed', 'kept', 'forgotten'] as const

/** One message of a notification to one receiver: the chain raised → sent → delivered → opened → acknowledged (AL-6). */
const alertDelivery = z.object({
  id: z.string(),
  notification_id: z.string(),
  kind: z.enum(channels),
  /** a phone number or an e-mail address; the name of a browser, webhook or nurse call system */
  recipient: z.string(),
  /** of the subscription */
  name: z.string(),
  /** escalation: sent to the next recipients because nobody acknowledged in time */
  is_escalation: z.boolean(),
  /** kept: there is no gateway. forgotten: older than the outbox keeps */
  state: z.enum(deliveryStates),
  /** sent as part of one message about several */
  is_merged: z.boolean(),
  raised_at: instant,
  queued_at: instant,
  sent_at: instant.nullable(),
  /** when the gateway last reported on it */
  delivered_at: instant.nullable(),
  opened_at: instant.nullable(),
  opened_by: z.string().nullable(),
  acknowledged_at: instant.nullable(),
  acknowledged_by: z.string().nullable(),
  attempts: z.number(),
  failure: z.string().nullable(),
})
export type AlertDelivery = z.output<typeof alertDelivery>

/** A phone number that gets an SMS for each notification of a clinic (AL-5). */
const smsAlert = z.object({
  id: z.string(),
  clinic_id: z.string(),
  /** country code followed by number */
  phone: z.string(),
  name: z.string(),
  active: z.boolean(),
  created_at: instant,
  disabled_at: instant.nullable(),
  last: z.object({ at: instant, state: z.enum(deliveryStates) }).nullable(),
})
export type SmsAlert = z.output<typeof smsAlert>

export const listSmsAlerts = call({
  name: 'listSmsAlerts',
  method: 'GET',
  path: '/sms-alerts',
  access: access.staff,
  summary: m.sms_alert_list_call(),
  input: z.object({ active: z.enum(['0', '1']).optional(), clinic_id: id.optional(), ...paging }),
  output: listOf(smsAlert),
})

export const createSmsAlert = call({
  name: 'createSmsAlert',
  method: 'POST',
  path: '/sms-alerts',
  access: access.staff,
  summary: m.sms_alert_create_call(),
  input: z.object({
    clinic_id: id,
    /** of the country: `+44` or `44` */
    code: z
      .string()
      .trim()
      .transform((value) => value.replace(/^(\+|00)/, ''))
      .pipe(z.string().regex(/^[1-9][0-9]{0,3}$/, m.sms_alert_code_invalid())),
    /** national number; spaces and the leading 0 are dropped */
    number: z
      .string()
      .trim()
      .transform((value) => value.replaceAll(/[\s()./-]/g, ''))
      .pipe(z.string().regex(/^[0-9]{4,14}$/, m.sms_alert_number_invalid())),
    name: line(80).default(''),
  }),
  output: smsAlert,
})

export const disableSmsAlert = call({
  name: 'disableSmsAlert',
  method: 'POST',
  path: '/sms-alerts/{id}/disable',
  access: access.staff,
  summary: m.sms_alert_disable_call(),
  input: z.object({ id }),
  output: smsAlert,
})

export const listAlertDeliveries = call({
  name: 'listAlertDeliveries',
  method: 'GET',
  path: '/sms-alerts/deliveries',
  access: access.staff,
  summary: m.sms_alert_list_deliveries_call(),
  input: z.object({ notification_id: id }),
  output: z.object({ items: z.array(alertDelivery) }),
})

export const openAlertDelivery = call({
  name: 'openAlertDelivery',
  method: 'POST',
  path: '/sms-alerts/deliveries/open',
  access: access.staff,
  summary: m.sms_alert_open_call(),
  input: z.object({ token: id }),
  output: z.object({
    clinic_id: z.string(),
    notification_id: z.string(),
    /** null: the message is about several notifications, or about the clinic itself */
    patient_id: z.string().nullable(),
    device_id: z.string().nullable(),
  }),
})

export const smsAlertCalls = [listSmsAlerts, createSmsAlert, disableSmsAlert, listAlertDeliveries, openAlertDelivery]
