import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { listClinicAttention } from './clinic-attention.ts'
import { id, instant, line, listOf, paging, search } from './fields.ts'
import { endReasons, notificationKinds } from './notification-kinds.ts'

/**
 * Notifications about episodes and about monitoring itself (AL-3, AL-4, AL-7), and the state of a clinic's monitoring.
 */

export const notificationSeverities = ['warning', 'danger'] as const
/** ended before acknowledged before snoozed before open: what holds first */
export const notificationStates = ['open', 'acknowledged', 'snoozed', 'ended'] as const
export type NotificationState = (typeof notificationStates)[number]

/** Allowed snooze times, minutes (AL-7, AN-6). `least` holds for times in minutes, not for an end. */
export const snoozeLimits = { least: 15, most: 12 * 60, mostOfDanger: 30 } as const

/** Within this time, who acknowledged or snoozed a notification may take it back, seconds; screens offer it for 10 s. */
export const undoSeconds = 60

/** How many open notifications there are, by severity. */
const openCounts = z.object({ danger: z.number(), warning: z.number() })
export type OpenCounts = z.output<typeof openCounts>

/** Counting stops here. */
export const mostUnseen = 1_000
/** Days for which an ended notification counts as unseen; nobody catches up on older ones. */
export const unseenDays = 30

const person = { by: z.string() }

/** as the caller sees it: what has become a danger meanwhile is refused (AN-5) */
const seenSeverity = z.enum(notificationSeverities).optional()

const notification = z.object({
  id: z.string(),
  kind: z.enum(notificationKinds),
  title: z.string(),
  description: z.string(),
  action: z.string(),
  severity: z.enum(notificationSeverities),
  state: z.enum(notificationStates),
  /** seen by the caller; unseen again after a snooze, and when a danger asks again */
  seen: z.boolean(),
  /** the specification has two names for this instant */
  createdAt: instant,
  created_at: instant,
  /** when what it is about began to hold */
  raised_at: instant,
  /** when it became what severity, title and rr say; null: it was raised as that (AN-5) */
  became_worse_at: instant.nullable(),
  /** when it last came back after its end, or concerned more than before; null: never */
  reopened_at: instant.nullable(),
  /** its readings came too late for it to be sent (WA-8) */
  is_late: z.boolean(),
  /** how many there were that day, where one stands for all (WA-7) */
  times: z.number().nullable(),
  clinic_id: z.string(),
  patientId: z.string().nullable(),
  extra_detail: z.object({
    patient_id: z.string().nullable(),
    device_id: z.string().nullable(),
    /** breaths per minute, mean of the ten minutes, or of two that were extremely low */
    rr: z.number().nullable(),
    /** direction: low or high */
    alert: z.string().nullable(),
  }),
  first_name: z.string().nullable(),
  last_name: z.string().nullable(),
  /** what staff call the resident by; '' unless it is another name */
  preferred_name: z.string().nullable(),
  room: z.string().nullable(),
  /** where it leads; present only if the device exists and the resident is known (AL-4) */
  link: z.object({ patient_id: z.string(), device_id: z.string() }).nullable(),
  ended_at: instant.nullable(),
  /** null while it lasts, and for what is about the facility */
  end_reason: z.enum(endReasons).nullable(),
  /** it lasts, as far as is known: since then nothing that can be believed has come from the sensor (AL-2) */
  not_measured_since: instant.nullable(),
  acknowledged: z.object({ ...person, at: instant }).nullable(),
  snoozed: z.object({ ...person, until: instant }).nullable(),
})
export type Notification = z.output<typeof notification>

/** What happened to a notification. */
const step = z.object({
  /**
   * reopened: it came back after its end (WA-7). again: sent again, because the acknowledgement or snooze of a danger was
   * over (AN-5). everyone: sent to all staff, because nobody acknowledged a danger (AN-7).
   */
  act: z.enum([
    ...(['raised', 'seen', 'snoozed', 'acknowledged', 'worse', 'reopened'] as const),
    ...(['again', 'escalated', 'everyone', 'dismissed', 'ended'] as const),
  ]),
  at: instant,
  by: z.string().nullable(),
  /** of a snooze */
  until: instant.optional(),
  /** why it was dismissed (WA-12) */
  reason: z.string().optional(),
})
export type NotificationStep = z.output<typeof step>

/** oldest first, without what was taken back */
const history = z.array(step)

export const listNotifications = call({
  name: 'listNotifications',
  method: 'GET',
  path: '/notifications',
  access: access.staff,
  summary: m.notification_list_call(),
  input: z.object({
    clinic_id: id.optional(),
    patient_id: id.optional(),
    seen: z.enum(['true', 'false']).optional(),
    severity: z.enum(notificationSeverities).optional(),
    kind: z.enum(notificationKinds).optional(),
    state: z.enum(notificationStates).optional(),
    /** part of a resident's name, or of a room */
    search,
    /** raised in [from, until) */
    from: instant.optional(),
    until: instant.optional(),
    /** each with its history */
    history: z.enum(['true', 'false']).optional(),
    ...paging,
  }),
  output: listOf(notification.extend({ history: history.optional() })),
})

export const listCurrentNotifications = call({
  name: 'listCurrentNotifications',
  method: 'GET',
  path: '/notifications/current',
  access: access.staff,
  summary: m.notification_list_current_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({ items: z.array(notification) }),
})

export const createLockToken = call({
  name: 'createLockToken',
  method: 'POST',
  path: '/notifications/lock-token',
  access: access.staff,
  summary: m.notification_create_lock_token_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({ token: z.string(), expires_at: instant }),
})

export const countOpenNotifications = call({
  name: 'countOpenNotifications',
  method: 'POST',
  path: '/notifications/open',
  access: access.public,
  summary: m.notification_count_open_call(),
  input: z.object({ token: line(400, 1) }),
  output: openCounts,
})

export const countUnseenNotifications = call({
  name: 'countUnseenNotifications',
  method: 'GET',
  path: '/notifications/unseen',
  access: access.staff,
  summary: m.notification_count_unseen_call(),
  input: z.object({ clinic_id: id.optional() }),
  output: z.object({ unseen: z.number() }),
})

export const readNotification = call({
  name: 'readNotification',
  method: 'GET',
  path: '/notifications/{id}',
  access: access.staff,
  summary: m.notification_read_call(),
  input: z.object({ id }),
  output: notification.extend({ history }),
})

export const seeNotification = call({
  name: 'seeNotification',
  method: 'POST',
  path: '/notifications/{id}/seen',
  access: access.staff,
  summary: m.notification_see_call(),
  input: z.object({ id }),
  output: notification,
})

export const seeAllNotifications = call({
  name: 'seeAllNotifications',
  method: 'POST',
  path: '/notifications/seen',
  access: access.staff,
  summary: m.notification_see_all_call(),
  input: z.object({ clinic_id: id.optional() }),
  output: z.object({ seen: z.number() }),
})

export const acknowledgeNotification = call({
  name: 'acknowledgeNotification',
  method: 'POST',
  path: '/notifications/{id}/acknowledge',
  access: access.staff,
  summary: m.notification_acknowledge_call(),
  input: z.object({ id, severity: seenSeverity }),
  output: notification,
})

export const unacknowledgeNotification = call({
  name: 'unacknowledgeNotification',
  method: 'POST',
  path: '/notifications/{id}/unacknowledge',
  access: access.staff,
  summary: m.notification_unacknowledge_call(),
  input: z.object({ id }),
  output: notification,
})

export const snoozeNotification = call({
  name: 'snoozeNotification',
  method: 'POST',
  path: '/notifications/{id}/snooze',
  access: access.staff,
  summary: m.notification_snooze_call(),
  /** exactly one of minutes and until */
  input: z
    .object({
      id,
      severity: seenSeverity,
      minutes: z.number().int().min(snoozeLimits.least).max(snoozeLimits.most).optional(),
      until: instant.optional(),
    })
    .check(({ value, issues }) => {
      if ((value.minutes === undefined) === (value.until === undefined))
        issues.push({ code: 'custom', input: value, path: ['until'], params: { rule: 'required' } })
    }),
  output: notification,
})

export const unsnoozeNotification = call({
  name: 'unsnoozeNotification',
  method: 'POST',
  path: '/notifications/{id}/unsnooze',
  access: access.staff,
  summary: m.notification_unsnooze_call(),
  input: z.object({ id }),
  output: notification,
})

/** Why a clinic isn't monitored as it should be; see monitoring_outages. */
const monitoringOutage = z.object({
  id: z.string(),
  cause: z.enum(['readings', 'sensors', 'jobs', 'clock', 'duty', 'webhook', 'adt', 'undelivered']),
  /** as its notification says it */
  description: z.string(),
  /** when the last reading came, or when the portal's jobs were last heard of */
  since: instant,
})
export type MonitoringOutage = z.output<typeof monitoringOutage>

export const readMonitoring = call({
  name: 'readMonitoring',
  method: 'GET',
  path: '/clinics/{clinic_id}/monitoring',
  access: access.staff,
  summary: m.notification_read_monitoring_call(),
  input: z.object({ clinic_id: id }),
  output: z.object({
    clinic_id: z.string(),
    outages: z.array(monitoringOutage),
    devices: z.number(),
    last_heard: instant.nullable(),
  }),
})

export const notificationCalls = [
  listNotifications,
  listCurrentNotifications,
  createLockToken,
  countOpenNotifications,
  countUnseenNotifications,
  readNotification,
  seeNotification,
  seeAllNotifications,
  acknowledgeNotification,
  unacknowledgeNotification,
  snoozeNotification,
  unsnoozeNotification,
  readMonitoring,
  listClinicAttention,
]
