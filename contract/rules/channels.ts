import type { NotificationKind } from '../notification-kinds.ts'

/** By which ways a person is told of what (AN-8). */

export const personChannels = ['popup', 'sound', 'push', 'sms', 'mail'] as const
export type PersonChannel = (typeof personChannels)[number]

/** Those that reach somebody who doesn't look at the page. */
const reaching: readonly PersonChannel[] = ['push', 'sms', 'mail']

export type Severity = 'warning' | 'danger'

export interface ChannelChoice {
  readonly kind: NotificationKind
  readonly severity: Severity
  readonly channels: readonly PersonChannel[]
}

/** Which severities a kind has; a person chooses for each. */
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
 * What holds for a person: their choice; without one everything on the page and by push, and on duty by mail too, and
 * by SMS if it is a danger, because duty must reach them.
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

/** A danger for which nothing that reaches somebody is left; null: there is none. */
export const unreachable = (choices: readonly ChannelChoice[]): ChannelChoice | null =>
  choices.find(({ severity, channels }) => severity === 'danger' && !channels.some((one) => reaching.includes(one))) ??
  null
