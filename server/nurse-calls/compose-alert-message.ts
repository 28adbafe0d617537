import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import type { NurseCallAlert } from '../dispatch/index.ts'
import { escaped } from '../hl7/index.ts'

/** ORU^R40^ORU_R40 as IHE PCD-04 (Report Alert) has it, with the codes of ISO/IEEE 11073-10101 (EH-5). */

const event = '196616^MDC_EVT_ALARM^MDC'
const active = '258047^MDC_EVT_ACTIVE^MDC'
const rate = '151562^MDC_RESP_RATE^MDC'
const perMinute = '264928^MDC_DIM_RESP_PER_MIN^MDC'
const seconds = '264320^MDC_DIM_SEC^MDC'
const source = '68480^MDC_ATTR_ALERT_SOURCE^MDC'
const phase = '68481^MDC_ATTR_EVENT_PHASE^MDC'
const state = '68482^MDC_ATTR_ALARM_STATE^MDC'
const inactivation = '68483^MDC_ATTR_ALARM_INACTIVATION_STATE^MDC'
const priority = '68484^MDC_ATTR_ALARM_PRIORITY^MDC'
const alertType = '68485^MDC_ATTR_ALERT_TYPE^MDC'
const timeout = '67860^MDC_ATTR_CONFIRM_TIMEOUT^MDC'

const phases = {
  'notification.raised': 'start',
  'notification.changed': 'update',
  'notification.acknowledged': 'update',
} as const

const priorities = { danger: 'PH', warning: 'PM' } as const

/** SP: physiological; ST: technical, of a sensor or the portal; SA: advisory. */
const types: Readonly<Record<NotificationKind, 'SP' | 'ST' | 'SA'>> = {
  episode: 'SP',
  no_breathing: 'SP',
  trend: 'SP',
  stuck: 'ST',
  silent: 'ST',
  clock: 'ST',
  malformed: 'ST',
  monitoring: 'ST',
  system: 'ST',
  out_of_bed: 'SA',
  still_in_bed: 'SA',
  back_early: 'SA',
  bed_mismatch: 'SA',
}

export interface Person {
  readonly id: string
  readonly lastName: string
  readonly firstName: string
}

interface Sent {
  /** MSH-10: the same for each attempt */
  readonly controlId: string
  /** MSH-21 */
  readonly profile: string
}

interface Finding {
  readonly code: string
  readonly value: string
  readonly type?: 'ST' | 'NM'
  readonly unit?: string
  readonly flags?: string
  /** HL7 time; absent: that of the message */
  readonly at?: string
}

/** `20261123183000+0000` */
const hl7Time = (at: Temporal.Instant): string => `${at.toString({ smallestUnit: 'second' }).replace(/\D/g, '')}+0000`

const messageOf = (segments: readonly string[]): string => segments.map((segment) => `${segment}\r`).join('')

/** MSH: version 2.6, in UTF-8, to be acknowledged as accepted, not as applied. */
const headerOf = (clinic: string, { controlId, profile }: Sent): string =>
  [
    ...['MSH', '^~\\&', 'EUPNEA', escaped(clinic), '', '', hl7Time(Temporal.Now.instant()), '', 'ORU^R40^ORU_R40'],
    ...[controlId, 'P', '2.6', '', '', 'AL', 'NE', '', 'UNICODE UTF-8', '', '', profile],
  ].join('|')

/** OBX-4 counts facets below one source, as PCD-04 has it. */
const findings = (of: readonly Finding[], now: string): string[] =>
  of.map(({ code, value, type = 'ST', unit = '', flags = '', at = now }, index) =>
    [
      'OBX',
      index + 1,
      type,
      code,
      `1.0.0.0.${index + 1}`,
      escaped(value),
      unit,
      '',
      flags,
      '',
      '',
      'F',
      '',
      '',
      at,
    ].join('|'),
  )

/** @param person when the facility sends names; null: the room says where to go, and nobody is named */
export function composeAlertMessage(
  { type, timestamp, data }: NurseCallAlert,
  person: Person | null,
  sent: Sent,
): string {
  const { id, kind, severity, clinic, floor, room, title, rr, rr_at, raised_at, ended_at } = data
  const at = Temporal.Instant.from(timestamp)
  // An update would open it again.
  const isEnd = type === 'notification.ended' || (type === 'notification.acknowledged' && ended_at !== null)
  const isStart = type === 'notification.raised'
  const who = person
    ? [`${escaped(person.id)}^^^EUPNEA^PI`, '', `${escaped(person.lastName)}^${escaped(person.firstName)}`]
    : []
  const where = [floor, room, '', clinic].map((one) => escaped(one ?? '')).join('^')
  const alertId = escaped(id)
  // OBR-29 says which alert an update belongs to.
  const parent = isStart ? '' : `${'|'.repeat(22)}^${alertId}&EUPNEA`
  const flags = `${priorities[severity]}~${types[kind]}`
  return messageOf([
    headerOf(clinic, sent),
    ['PID', '', '', ...who].join('|').replace(/\|+$/, '|||'),
    `PV1||U|${where}`,
    `OBR|1||${alertId}^EUPNEA|${event}|||${hl7Time(Temporal.Instant.from(raised_at))}${parent}`,
    ...findings(
      [
        { code: event, value: title, flags },
        rr === null
          ? { code: source, value: kind }
          : {
              code: rate,
              value: String(rr),
              type: 'NM',
              unit: perMinute,
              at: hl7Time(Temporal.Instant.from(rr_at ?? timestamp)),
            },
        { code: phase, value: isEnd ? 'end' : phases[type] },
        { code: state, value: isEnd ? 'inactive' : 'active' },
        { code: inactivation, value: type === 'notification.acknowledged' ? 'alert-acknowledged' : 'enabled' },
        { code: priority, value: priorities[severity] },
        { code: alertType, value: types[kind] },
      ],
      hl7Time(at),
    ),
  ])
}

/** Says that the portal is there; raises nothing. @param everySeconds when the next is due; 0: not known */
export function composeHeartbeat(sent: Sent, clinic: string, everySeconds: number): string {
  const at = Temporal.Now.instant()
  const next: Finding[] =
    everySeconds > 0 ? [{ code: timeout, value: String(everySeconds), type: 'NM', unit: seconds }] : []
  return messageOf([
    headerOf(clinic, sent),
    'PID|||',
    `PV1||U|^^^${escaped(clinic)}`,
    `OBR|1||${sent.controlId}^EUPNEA|${event}|||${hl7Time(at)}`,
    ...findings([{ code: active, value: 'heartbeat' }, ...next], hl7Time(at)),
  ])
}
