import { type Notification, snoozeLimits } from '@eupnea/contract/notifications.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { bareRoom, roomText } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { nextTime } from '../shared/form/local-time.ts'
import { dayIn, now, sinceText } from '../shared/time.ts'
import { beside } from '../shared/words.ts'

type Whom = Pick<Notification, 'first_name' | 'last_name' | 'preferred_name' | 'room'>

/** `Room 12 · Ada “Addie” Byron`: staff think in rooms; '' for a notification about the clinic itself. */
export function whomText({ first_name, last_name, preferred_name, room }: Whom): string {
  const name = residentName({
    first_name: first_name ?? '',
    last_name: last_name ?? '',
    preferred_name: preferred_name ?? '',
  })
  return beside(room && roomText(room), name)
}

/** `High Respiratory, room 12`: distinguishes it for screen readers. */
export const notificationName = ({ title, room }: Pick<Notification, 'title' | 'room'>): string =>
  room ? m.notification_name({ title, room: bareRoom(room) }) : title

type State = Pick<Notification, 'state' | 'acknowledged' | 'snoozed' | 'ended_at' | 'end_reason'>

/** Its state, who set it, and since or until when. */
export function stateText({ state, acknowledged, snoozed, ended_at, end_reason }: State, zone: string): string {
  if (state === 'ended' && ended_at) {
    const time = sinceText(ended_at, zone)
    if (end_reason === null) return m.notification_ended_at({ time })
    return m.notification_ended_as({ time, reason: endReasonLabels[end_reason]() })
  }
  if (state === 'acknowledged' && acknowledged)
    return m.notification_acknowledged_by_at({ person: acknowledged.by, time: sinceText(acknowledged.at, zone) })
  if (state === 'snoozed' && snoozed)
    return m.notification_snoozed_until_by({ person: snoozed.by, time: sinceText(snoozed.until, zone) })
  return m.notification_state_open()
}

const endReasonLabels = {
  in_range: m.notification_end_in_range,
  left_bed: m.notification_end_left_bed,
  sensor_stuck: m.notification_end_sensor_stuck,
  plan_changed: m.notification_end_plan_changed,
  paused: m.notification_end_paused,
  unlinked: m.notification_end_unlinked,
  breathing: m.notification_end_breathing,
  left: m.notification_end_left_bed,
  returned: m.notification_end_returned,
  changed: m.notification_end_changed,
  recovered: m.notification_end_recovered,
  settled: m.notification_end_settled,
  dismissed: m.notification_end_dismissed,
} as const satisfies Record<NonNullable<Notification['end_reason']>, () => string>

/** What it is about, for the filter by kind. */
export const kindLabels = {
  episode: m.notification_kind_episode,
  no_breathing: m.notification_no_breathing_title,
  out_of_bed: m.notification_out_of_bed_title,
  still_in_bed: m.notification_still_in_bed_title,
  back_early: m.notification_back_early_title,
  trend: m.notification_kind_trend,
  bed_mismatch: m.notification_kind_bed_mismatch,
  stuck: m.notification_kind_stuck,
  silent: m.notification_silent_title,
  clock: m.notification_kind_clock,
  malformed: m.notification_kind_malformed,
  monitoring: m.notification_whole_clinic,
  system: m.notification_kind_system,
} as const satisfies Record<Notification['kind'], () => string>

type Added = Pick<Notification, 'is_late' | 'times' | 'raised_at' | 'not_measured_since'>

/** `Received late`, `5 times today`, `Not measured since 14:02`; '' where there is nothing to add. */
export function addedText({ is_late, times, raised_at, not_measured_since }: Added, zone: string): string {
  if (times !== null) {
    const isToday = dayIn(zone, raised_at) === dayIn(zone, now())
    return isToday ? m.notification_times_today({ count: times }) : m.notification_times({ count: times })
  }
  if (not_measured_since !== null) return m.notification_not_measured({ time: sinceText(not_measured_since, zone) })
  return is_late ? m.notification_late() : ''
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

/** Snooze times on offer, minutes; a danger's are within `snoozeLimits` (AN-6). */
export const snoozeChoices = { warning: [15, 30, 60, 4 * 60, 12 * 60], danger: [15, 30] } as const satisfies Record<
  Notification['severity'],
  readonly number[]
>

/**
 * When the clock of the zone next shows a time.
 * @param time from a time field: `03:12`
 * @param at now, ms
 * @returns ISO instant; null where the time is missing, or further away than the severity allows
 */
export function snoozeEnd(time: string, zone: string, severity: Notification['severity'], at: number): string | null {
  const next = nextTime(time, at, zone)
  const most = severity === 'danger' ? snoozeLimits.mostOfDanger : snoozeLimits.most
  return next !== undefined && Date.parse(next) - at <= most * 60_000 ? next : null
}

/** `30 minutes`, `1 hour`. */
export const snoozeText = (minutes: number): string =>
  minutes < 60
    ? m.notification_snooze_minutes({ count: minutes })
    : m.notification_snooze_hours({ count: minutes / 60 })
