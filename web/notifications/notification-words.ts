import type { Notification } from '@eupnea/contract/notifications.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { m } from '@eupnea/texts'
import { sinceText } from '../shared/time.ts'

type Whom = Pick<Notification, 'first_name' | 'last_name' | 'preferred_name' | 'room'>

/** `Room 12 · Ada “Addie” Byron`: staff think in rooms; '' for a notification about the clinic itself. */
export function whomText({ first_name, last_name, preferred_name, room }: Whom): string {
  const name = residentName({
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    preferred_name: preferred_name ?? '',
  })
  return [room && m.common_room({ room }), name].filter(Boolean).join(' · ')
}

/** `High Respiratory, room 12`: distinguishes it for screen readers. */
export const notificationName = ({ title, room }: Pick<Notification, 'title' | 'room'>): string =>
  room ? m.notification_name({ title, room }) : title

type State = Pick<Notification, 'state' | 'acknowledged' | 'snoozed' | 'ended_at'>

/** Its state, who set it, and since or until when. */
export function stateText({ state, acknowledged, snoozed, ended_at }: State, zone: string): string {
  if (state === 'ended' && ended_at) return m.notification_ended_at({ time: sinceText(ended_at, zone) })
  if (state === 'acknowledged' && acknowledged)
    return m.notification_acknowledged_by_at({ person: acknowledged.by, time: sinceText(acknowledged.at, zone) })
  if (state === 'snoozed' && snoozed)
    return m.notification_snoozed_until_by({ person: snoozed.by, time: sinceText(snoozed.until, zone) })
  return m.notification_state_open()
}

export const stateLabels = {
  open: m.notification_state_open,
  acknowledged: m.notification_state_acknowledged,
  snoozed: m.notification_state_snoozed,
  ended: m.notification_state_ended,
} as const satisfies Record<Notification['state'], () => string>

export const severityLabels = {
  warning: m.notification_severity_warning,
  danger: m.notification_severity_danger,
} as const satisfies Record<Notification['severity'], () => string>

/** Snooze times on offer, minutes. */
export const snoozeChoices = [15, 30, 60, 4 * 60, 12 * 60] as const

/** `30 minutes`, `1 hour`. */
export const snoozeText = (minutes: number): string =>
  minutes < 60
    ? m.notification_snooze_minutes({ count: minutes })
    : m.notification_snooze_hours({ count: minutes / 60 })
