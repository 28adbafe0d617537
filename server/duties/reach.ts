import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import { missedDangers, type PersonChannel } from '@eupnea/contract/rules/channels.ts'
import type { Person } from './duties.sql.ts'

/** Which gateways are set up. */
export interface Gateways {
  readonly mail: boolean
  readonly sms: boolean
}

/**
 * Ways that would reach a person. Where no gateway is set up at all, the portal is only being tried: mails are read in
 * its outbox.
 */
export function workingChannels(
  { mail, sms }: Gateways,
  person: { readonly phone: string | null; readonly has_push: boolean },
): readonly PersonChannel[] {
  return [
    ...(person.has_push ? (['push'] as const) : []),
    ...(sms && person.phone ? (['sms'] as const) : []),
    ...(mail || !sms ? (['mail'] as const) : []),
  ]
}

type Reach = Pick<Person, 'phone' | 'has_push' | 'choices'>

/** Kinds whose dangers would not reach a person on duty outside the page, by a way they chose that works (AN-8). */
export const unreached = (gateways: Gateways, person: Reach): readonly NotificationKind[] =>
  missedDangers(person.choices, workingChannels(gateways, person))

/** Whether every danger would reach them (AN-7). */
export const isReachable = (gateways: Gateways, person: Reach): boolean => unreached(gateways, person).length === 0
