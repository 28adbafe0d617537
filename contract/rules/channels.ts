import { type NotificationKind, notificationKinds } from '../notification-kinds.ts'

/** How a person is notified, by kind and severity (AN-8). */

export const personChannels = ['popup', 'sound', 'push', 'sms', 'mail'] as const
export type PersonChannel = (typeof personChannels)[number]

export type Severity = 'warning' | 'danger'

export interface ChannelChoice {
  readonly kind: NotificationKind
  readonly severity: Severity
  readonly channels: readonly PersonChannel[]
}

/** The severities of each kind that people choose channels for. */
export const choosable: Readonly<Partial<Record<NotificationKind, readonly Severity[]>>> = {
  episode: ['danger', 'warning'],
  no_breathing: ['danger', 'warning'],
  out_of_bed: ['warning'],
  still_in_bed: ['warning'],
  back_early: ['warning'],
  silent: ['warning'],
  stuck: ['warning'],
  clock: ['warning'],
  malformed: ['warning'],
  monitoring: ['danger', 'warning'],
  system: ['warning'],
}

/**
 * The person's own choice. By default, everything on the page and by push; on duty also by mail, and dangers by SMS,
 * because they must be reached.
 */
export function channelsOf(
  choices: readonly ChannelChoice[],
  kind: NotificationKind,
  severity: Severity,
  isOnDuty: boolean,
): readonly PersonChannel[] {
  const chosen = choices.find((choice) => choice.kind === kind && choice.severity === severity)
  if (chosen) return chosen.channels
  if (!isOnDuty) return ['popup', 'sound', 'push']
  return severity === 'danger' ? personChannels : ['popup', 'sound', 'push', 'mail']
}

/** Kinds whose dangers reach somebody on duty by none of these ways. */
export const missedDangers = (
  choices: readonly ChannelChoice[],
  ways: readonly PersonChannel[],
): readonly NotificationKind[] =>
  notificationKinds.filter((kind) => !channelsOf(choices, kind, 'danger', true).some((one) => ways.includes(one)))
