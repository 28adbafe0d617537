import type { NotificationKind } from '@eupnea/contract/notification-kinds.ts'
import type { PushMessage } from '@eupnea/contract/push-message.ts'
import { initials } from '@eupnea/contract/resident-name.ts'
import { durationText } from '@eupnea/contract/rules/duration-text.ts'
import { roomText } from '@eupnea/contract/rules/room-text.ts'
import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { pushWords } from '../push-subscriptions/index.ts'

/**
 * The text of an SMS or e-mail about a notification. Anyone may pick up the phone, so it has room and initials, never a
 * name; the link shows the resident after signing in.
 */

export interface MessageFacts {
  readonly kind: NotificationKind
  readonly clinic: string
  /** IANA zone */
  readonly tz: string
  /** of the clinic: how times and numbers are written */
  readonly locale: string
  readonly room: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string
  /** for a notification about the clinic itself */
  readonly description: string
  /** breaths per minute, rounded when it was raised */
  readonly rr: number | null
  readonly at: Temporal.Instant
  /** when it was so, or since when it has been; a sensor may have reported it much later */
  readonly since: Temporal.Instant
  /** minutes without acknowledgement; null: the first message */
  readonly unacknowledgedMinutes: number | null
  /** a danger that asks again, minutes after somebody silenced it; otherwise null */
  readonly asksAgain: { readonly after: 'acknowledgement' | 'snooze'; readonly minutes: number } | null
  readonly link: string
}

const smsLength = 160

/** Characters that aren't a single GSM character; keeping them would halve the length of an SMS. */
const gsm = /[^A-Za-z0-9 @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n]/gu

/** Converts to GSM characters: accents are dropped where necessary, anything else becomes a question mark. */
export const gsmText = (text: string): string =>
  text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, '-')
    .replaceAll(gsm, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(gsm, '?'))

/** What persists says since when. */
const lasting: readonly NotificationKind[] = ['no_breathing', 'silent', 'clock', 'malformed', 'stuck']

/** `03:12`, or `23:12 on 21 Nov` where that was on another day. */
function clock({ at, since, tz, locale }: MessageFacts): string {
  const formats = formatsOf(locale)
  const raised = at.toZonedDateTimeISO(tz)
  const there = since.toZonedDateTimeISO(tz)
  const time = formats.clock(there.epochMilliseconds, tz)
  if (there.toPlainDate().equals(raised.toPlainDate())) return time
  return m.sms_alert_message_time({ time, day: formats.dayMonth(there.epochMilliseconds, tz) })
}

/** About the facility, not about one resident. */
const ofClinic: readonly NotificationKind[] = ['monitoring', 'system']

/** `Room 12 (A.B.)` */
function placeOf({ kind, room, firstName, lastName }: MessageFacts): string {
  if (ofClinic.includes(kind)) return ''
  const who = initials({ first_name: firstName, last_name: lastName })
  const where = room ? roomText(room) : m.sms_alert_message_no_room()
  return who ? `${where} (${who})` : where
}

/** Whether the description is a full sentence that says since when, and so needs no title. */
const saysAll = ({ kind, description }: MessageFacts): boolean => ofClinic.includes(kind) && description.endsWith('.')

/** A rate, without a tenth where there is none. */
const rateOf = (rr: number, locale: string): string =>
  Number.isInteger(rr) ? String(rr) : formatsOf(locale).decimal(rr)

/** The message in one line: `Maple House: Room 12 (A.B.), High Respiratory, 31 BrPM at 03:12`. */
export function composeLine(facts: MessageFacts, clinic = facts.clinic): string {
  const { title, description, rr } = facts
  if (saysAll(facts)) return `${clinic}: ${description.slice(0, -1)}`
  const place = placeOf(facts)
  const what = (place ? [place, title] : [title, description]).filter(Boolean).join(', ')
  const time = clock(facts)
  if (lasting.includes(facts.kind)) return m.sms_alert_message_since({ clinic, what, time })
  if (!place || rr === null) return m.sms_alert_message({ clinic, what, time })
  return m.sms_alert_message_rate({ clinic, what, rate: rateOf(rr, facts.locale), time })
}

const ofMinutes = (minutes: number): string => durationText(minutes * 60_000)

/** What a message says before it says what happened: why it comes again. */
function headOf({ unacknowledgedMinutes, asksAgain }: MessageFacts): string {
  if (asksAgain?.after === 'snooze')
    return `${m.sms_alert_message_after_snooze({ span: ofMinutes(asksAgain.minutes) })} `
  if (asksAgain) return `${m.sms_alert_message_again({ span: ofMinutes(asksAgain.minutes) })} `
  return unacknowledgedMinutes === null
    ? ''
    : `${m.sms_alert_message_escalated({ span: ofMinutes(unacknowledgedMinutes) })} `
}

/** At most 160 characters if the link leaves room; shortens sentences after the first, then a long clinic name. */
export function composeSms(facts: MessageFacts): string {
  const { link } = facts
  const head = headOf(facts)
  const room = smsLength - head.length - link.length - 2
  const first = /^.*?\.(?= )/.exec(facts.description)?.[0] ?? facts.description
  const fitting = gsmText(composeLine(facts)).length > room ? { ...facts, description: first } : facts
  const whole = gsmText(composeLine(fitting))
  const shorter = gsmText(
    composeLine(fitting, facts.clinic.slice(0, Math.max(8, facts.clinic.length - (whole.length - room)))),
  )
  return `${head}${(whole.length <= room ? whole : shorter).slice(0, Math.max(40, room))}. ${link}`
}

export function composeMail(facts: MessageFacts): { subject: string; text: string } {
  const { clinic, link, tz } = facts
  const place = placeOf(facts)
  const about = place ? `${place}, ${clinic}` : clinic
  const line = composeLine(facts)
  const { subject, head } = mailHeadOf(facts, about)
  return {
    subject,
    text: [
      ...(head ? [head, ''] : []),
      saysAll(facts) ? m.sms_alert_mail_times({ line, zone: tz }) : `${line} (${tz}).`,
      '',
      m.sms_alert_mail_sign_in(),
      link,
      '',
      m.common_observation_notice(),
    ].join('\n'),
  }
}

function mailHeadOf({ title, unacknowledgedMinutes, asksAgain }: MessageFacts, about: string) {
  if (asksAgain) {
    const head = asksAgain.after === 'snooze' ? m.sms_alert_mail_after_snooze : m.sms_alert_mail_again
    return {
      subject: m.sms_alert_mail_again_subject({ title, about }),
      head: head({ span: ofMinutes(asksAgain.minutes) }),
    }
  }
  if (unacknowledgedMinutes === null) return { subject: `${title}: ${about}`, head: null }
  return {
    subject: m.sms_alert_mail_escalated_subject({ title, about }),
    head: m.sms_alert_mail_escalated({ span: ofMinutes(unacknowledgedMinutes) }),
  }
}

interface PushFacts {
  readonly id: string
  readonly severity: string
  /** acknowledges it */
  readonly token: string
}

/** A push stands on a locked screen: facility, room and title alone (AN-3). */
export function composePush(facts: MessageFacts, { id, severity, token }: PushFacts): PushMessage {
  const { clinic, room, title, at, link } = facts
  return {
    title,
    body: room ? m.push_subscription_place({ clinic, room: roomText(room) }) : clinic,
    tag: id,
    stays: severity === 'danger',
    url: link,
    at: at.epochMilliseconds,
    token,
    words: pushWords(),
  }
}
