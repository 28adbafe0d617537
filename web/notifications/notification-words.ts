import type { Notification } from '@eupnea/contract/notifications.ts'
import { sinceText } from '../shared/time.ts'

type Whom = Pick<Notification, 'first_name' | 'last_name' | 'room'>

/** `Room 12 · Ada Byron`: staff think in rooms; '' for a notification of the clinic itself. */
export function whomText({ first_name, last_name, room }: Whom): string {
  const name = [first_name, last_name].filter(Boolean).join(' ')
  return [room && `Room ${room}`, name].filter(Boolean).join(' · ')
}

/** `High Respiratory, room 12`: names one of many, for those who hear a button's name alone. */
export const nameOf = (notification: Pick<Notification, 'title' | 'room'>): string =>
  notification.room ? `${notification.title}, room ${notification.room}` : notification.title

type Standing = Pick<Notification, 'state' | 'acknowledged' | 'snoozed' | 'ended_at'>

/** Where it stands, who said so and until or since when. */
export function stateText({ state, acknowledged, snoozed, ended_at }: Standing, zone: string): string {
  if (state === 'ended' && ended_at) return `Ended ${sinceText(ended_at, zone)}`
  if (state === 'acknowledged' && acknowledged)
    return `Acknowledged by ${acknowledged.by}, ${sinceText(acknowledged.at, zone)}`
  if (state === 'snoozed' && snoozed) return `Snoozed until ${sinceText(snoozed.until, zone)} by ${snoozed.by}`
  return 'Open'
}

export const stateLabels = {
  open: 'Open',
  acknowledged: 'Acknowledged',
  snoozed: 'Snoozed',
  ended: 'Ended',
} as const satisfies Record<Notification['state'], string>

export const severityLabels = { warning: 'Warning', danger: 'Danger' } as const satisfies Record<
  Notification['severity'],
  string
>

/** For how long a notification may be silent. */
export const snoozeChoices = [
  { minutes: 15, label: '15 minutes' },
  { minutes: 30, label: '30 minutes' },
  { minutes: 60, label: '1 hour' },
  { minutes: 4 * 60, label: '4 hours' },
  { minutes: 12 * 60, label: '12 hours' },
] as const
