import type { AdtEvent } from '@eupnea/contract/adt.ts'
import { adtEvents } from '@eupnea/contract/adt.ts'
import type { EhrField } from '@eupnea/contract/ehr-import.ts'
import { m } from '@eupnea/texts'
import {
  bedName,
  dateOf,
  externalId,
  genderOf,
  requiredText,
  type Said,
  saidOf,
  shownName,
  textOf,
  Unusable,
} from '../ehr-import/index.ts'
import { type Header, Hl7Refusal, type Read, type Segments } from '../hl7/index.ts'

export interface AdtEventRow {
  readonly event: AdtEvent
  /** EVN-2 */
  readonly happenedAt: Temporal.Instant
  readonly externalId: string
  /** of the record that was merged into this one (A40) */
  readonly priorId: string | null
  readonly said: Said
  /** what the event itself is about, so that it holds whatever staff have entered before */
  readonly about: readonly EhrField[]
  /** for people */
  readonly who: string
}

const place: readonly EhrField[] = ['room', 'floor']
const abouts: Readonly<Record<AdtEvent, readonly EhrField[]>> = {
  A01: [...place, 'status', 'date_of_admission'],
  A02: place,
  A03: ['status'],
  A06: [...place, 'status', 'date_of_admission'],
  A08: [],
  A11: ['status'],
  A12: place,
  A13: [...place, 'status'],
  A31: [],
  A40: [],
}

/** A01, A06 and A13: the person is there; A03 and A11: not (any more). The others say nothing of it. */
const statuses: Partial<Record<AdtEvent, string>> = { A01: '1', A06: '1', A13: '1', A03: '2', A11: '2' }

const isApplied = (event: string): event is AdtEvent => adtEvents.some((one) => one === event)

/**
 * They change a stay or join records, and what they mean here a person decides: to an outpatient, two beds swapped, leave
 * of absence and return, records deleted, merged or given another number.
 */
const byHand = ['A07', 'A17', 'A18', 'A21', 'A22', 'A23', 'A29', 'A30', 'A34', 'A36', 'A39', 'A47']

/** Whether a message is applied, or kept for a person. */
export const isTaken = ({ type, event }: Pick<Header, 'type' | 'event'>): boolean =>
  type === 'ADT' && (isApplied(event) || byHand.includes(event))

/** HL7 writes `""` for a value that was removed. */
const none = '""'
const cleared = (value: string): string | undefined => (value === none ? '' : value || undefined)

/** Zones left out account for 14. What is further ahead would make everything after it look old. */
const mostAheadHours = 24

/**
 * Reads what a message says of whom.
 * @param tz zone of the clinic, for instants without an offset
 * @throws Hl7Refusal naming what is wrong, without the values
 */
export function readAdt(header: Header, segments: Segments, tz: string): AdtEventRow {
  const { event } = header
  if (!isApplied(event)) throw new Hl7Refusal('AR', m.adt_reason_by_hand())
  const pid = segments.of('PID')
  if (!pid) throw new Hl7Refusal('AE', m.adt_reason_segment({ segment: 'PID' }))
  // A40 may merge several; only the first would be read.
  if (segments.all('PID').length > 1) throw new Hl7Refusal('AE', m.adt_reason_several())
  const happenedAt = instantOf(segments.of('EVN')?.(2) || header.sentAt, tz)
  if (!happenedAt) throw new Hl7Refusal('AE', m.adt_reason_time())
  if (happenedAt.since(Temporal.Now.instant()).total('hours') > mostAheadHours)
    throw new Hl7Refusal('AE', m.adt_reason_future())
  try {
    const isHere = event !== 'A03' && event !== 'A11' && event !== 'A40'
    return {
      event,
      happenedAt,
      externalId: externalId(identifierIn(pid, segments.repetitions('PID', 3)).id),
      priorId: event === 'A40' ? priorOf(segments) : null,
      said: saidOf({
        ...personIn(pid, segments),
        ...(isHere && stayIn(segments.of('PV1'), tz)),
        status: statuses[event] ?? (isDead(pid) ? '2' : undefined),
      }),
      about: abouts[event],
      who: shownName(pid(5, 2), pid(5, 1)),
    }
  } catch (error) {
    if (error instanceof Unusable) throw new Hl7Refusal('AE', error.message)
    throw error
  }
}

/** The medical record number among the identifiers, or else the first one. */
function identifierIn(pid: Read, count: number): { id: string; isRecordNumber: boolean } {
  for (let at = 0; at < count; at++) if (pid(3, 5, at) === 'MR') return { id: pid(3, 1, at), isRecordNumber: true }
  return { id: pid(3), isRecordNumber: false }
}

function priorOf(segments: Segments): string {
  const mrg = segments.of('MRG')
  if (!mrg) throw new Hl7Refusal('AE', m.adt_reason_segment({ segment: 'MRG' }))
  return externalId(identifierIn((_field, ...more) => mrg(1, ...more), segments.repetitions('MRG', 1)).id)
}

/** PID-30, or else PID-29, the time of the death. */
function isDead(pid: Read): boolean {
  const indicator = cleared(pid(30))
  return indicator ? indicator === 'Y' : Boolean(cleared(pid(29)))
}

function personIn(pid: Read, segments: Segments): Partial<Record<EhrField, string | undefined>> {
  const { id } = identifierIn(pid, segments.repetitions('PID', 3))
  return {
    first_name: requiredText('first_name', cleared(pid(5, 2)) || undefined),
    last_name: requiredText('last_name', cleared(pid(5, 1)) || undefined),
    // A year or a month is no date of birth to compare people by.
    dob: dateOf('dob', dayOf(pid(7))),
    gender: genderOf(cleared(pid(8))),
    mr_no: textOf('mr_no', id),
  }
}

/** PV1-3 is the place: point of care, room, bed, facility, …, floor. */
function stayIn(pv1: Read | undefined, tz: string): Partial<Record<EhrField, string | undefined>> {
  if (!pv1) return {}
  const [room, bed] = [pv1(3, 2), pv1(3, 3)].map((part) => (part === none ? '' : part))
  const floor = pv1(3, 8) || pv1(3, 1)
  return {
    room: textOf('room', bedName(room!, bed!)) || undefined,
    floor: textOf('floor', cleared(floor)) || undefined,
    date_of_admission: dateOf('date_of_admission', dayIn(tz, pv1(44))),
  }
}

/** `20261123…` as an ISO day; undefined: none, or only a part of one. */
function dayOf(stamp: string): string | undefined {
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})/.exec(stamp) ?? []
  return day ? `${year}-${month}-${day}` : undefined
}

/** The facility's day; a time without an offset is taken to be local already. */
function dayIn(tz: string, stamp: string): string | undefined {
  const at = /[+-]\d{4}$/.test(stamp) ? instantOf(stamp, tz) : undefined
  return at?.toZonedDateTimeISO(tz).toPlainDate().toString() ?? dayOf(stamp)
}

/** HL7's `YYYYMMDDHHMM[SS[.S…]][+ZZZZ]`; undefined: it isn't one, or from the year 0, which the database doesn't know. */
function instantOf(stamp: string, tz: string): Temporal.Instant | undefined {
  const [, year, month, day, hour, minute, second = '00', fraction = '', sign, offsetHour, offsetMinute] =
    /^(?!000[01])(\d{4})(\d{2})(\d{2})(\d{2})(\d{2})(\d{2})?(\.\d{1,4})?(?:([+-])(\d{2})(\d{2}))?$/.exec(stamp) ?? []
  if (!minute) return undefined
  const local = `${year}-${month}-${day}T${hour}:${minute}:${second}${fraction}`
  try {
    return sign
      ? Temporal.Instant.from(`${local}${sign}${offsetHour}:${offsetMinute}`)
      : localInstant(Temporal.PlainDateTime.from(local), tz)
  } catch {
    return undefined
  }
}

/** Of a time that the clock shows twice the one nearer to now: senders tell what has just happened. */
function localInstant(local: Temporal.PlainDateTime, tz: string): Temporal.Instant {
  const [first, second] = (['earlier', 'later'] as const).map((disambiguation) =>
    local.toZonedDateTime(tz, { disambiguation }),
  ) as [Temporal.ZonedDateTime, Temporal.ZonedDateTime]
  const isTwice = second.toPlainDateTime().equals(first.toPlainDateTime())
  const now = Temporal.Now.instant()
  const awayOf = (at: Temporal.ZonedDateTime) => Math.abs(at.toInstant().since(now).total('seconds'))
  // One that it skips is later, as of a clock that was not yet set forward.
  return (isTwice && awayOf(first) <= awayOf(second) ? first : second).toInstant()
}
