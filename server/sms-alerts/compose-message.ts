import { roundRateToRead } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'

/**
 * What goes out of the house about a notification. A message lies on phones and in mailboxes of nobody knows whom, so
 * it names the room and initials, never a resident; who is behind them, the link shows after signing in.
 */

export interface MessageFacts {
  readonly kind: 'episode' | 'monitoring'
  readonly clinic: string
  /** IANA zone */
  readonly tz: string
  readonly room: string
  readonly firstName: string
  readonly lastName: string
  readonly title: string
  /** of a notification about the clinic itself */
  readonly description: string
  /** breaths per minute */
  readonly rr: number | null
  readonly at: Temporal.Instant
  /** until when it was so, where a sensor has told of it long after; else null */
  readonly until: Temporal.Instant | null
  /** that nobody acknowledged; null: the first message */
  readonly unacknowledgedMinutes: number | null
  readonly link: string
}

const smsLength = 160

/** Letters of the GSM alphabet that take one place; everything else would make the SMS half as long. */
const gsm = /[^A-Za-z0-9 @£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà\n]/gu

/** As it can be sent in GSM letters: accents go where they must, what is left becomes a question mark. */
export const gsmText = (text: string): string =>
  text
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/[–—]/g, '-')
    .replaceAll(gsm, (letter) => letter.normalize('NFD').replaceAll(/\p{M}/gu, '').replaceAll(gsm, '?'))

const initials = (...names: readonly string[]): string =>
  names
    .map((name) => [...name.trim()][0] ?? '')
    .filter((letter) => letter !== '')
    .map((letter) => `${letter.toLocaleUpperCase('en-GB')}.`)
    .join('')

/** `03:12`, or `23:12 on 21 Nov` where that was on another day. */
function clock({ at, until, tz }: MessageFacts): string {
  const raised = at.toZonedDateTimeISO(tz)
  const there = (until ?? at).toZonedDateTimeISO(tz)
  const time = there.toPlainTime().toString({ smallestUnit: 'minute' })
  if (there.toPlainDate().equals(raised.toPlainDate())) return time
  return `${time} on ${there.toLocaleString('en-GB', { day: 'numeric', month: 'short' })}`
}

/** `Room 12 (A.B.)` */
function placeOf({ kind, room, firstName, lastName }: MessageFacts): string {
  if (kind === 'monitoring') return ''
  const who = initials(firstName, lastName)
  const where = room ? `Room ${room}` : 'Resident without a room'
  return who ? `${where} (${who})` : where
}

/** What is said in sentences says all, also since when. */
const saysAll = ({ kind, description }: MessageFacts): boolean => kind === 'monitoring' && description.endsWith('.')

/** The message in one line: `Maple House: Room 12 (A.B.), High Respiratory, 31 BrPM at 03:12`. */
export function composeLine(facts: MessageFacts, clinic = facts.clinic): string {
  const { kind, title, description, rr } = facts
  if (saysAll(facts)) return `${clinic}: ${description.slice(0, -1)}`
  const what =
    kind === 'monitoring'
      ? `${title}${description ? `, ${description}` : ''}`
      : `${placeOf(facts)}, ${title}${rr === null ? '' : `, ${roundRateToRead(rr)} BrPM`}`
  return `${clinic}: ${what} at ${clock(facts)}`
}

/** 160 letters where the link leaves room; sentences after the first give way, then a long clinic. */
export function composeSms(told: MessageFacts): string {
  const { unacknowledgedMinutes, link } = told
  const head = unacknowledgedMinutes === null ? '' : `Not acknowledged for ${unacknowledgedMinutes} min. `
  const room = smsLength - head.length - link.length - 2
  const first = /^.*?\.(?= )/.exec(told.description)?.[0] ?? told.description
  const facts = gsmText(composeLine(told)).length > room ? { ...told, description: first } : told
  const whole = gsmText(composeLine(facts))
  const shorter = gsmText(
    composeLine(facts, facts.clinic.slice(0, Math.max(8, facts.clinic.length - (whole.length - room)))),
  )
  return `${head}${(whole.length <= room ? whole : shorter).slice(0, Math.max(40, room))}. ${link}`
}

export function composeMail(facts: MessageFacts): { subject: string; text: string } {
  const { clinic, title, unacknowledgedMinutes, link, kind, tz } = facts
  const place = placeOf(facts)
  const about = kind === 'monitoring' ? clinic : `${place}, ${clinic}`
  const line = composeLine(facts)
  return {
    subject: unacknowledgedMinutes === null ? `${title}: ${about}` : `Not acknowledged: ${title}, ${about}`,
    text: [
      ...(unacknowledgedMinutes === null ? [] : [`Nobody acknowledged this for ${unacknowledgedMinutes} minutes.`, '']),
      saysAll(facts) ? `${line}. (Times of ${tz}.)` : `${line} (${tz}).`,
      '',
      'Who it is and how it goes on, after signing in:',
      link,
      '',
      m.common_observation_notice(),
    ].join('\n'),
  }
}
