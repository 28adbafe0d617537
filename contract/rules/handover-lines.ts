import { m } from '@eupnea/texts'
import type { Formats } from '@eupnea/texts/locale.ts'
import type { EndedNotification, Handover, HandoverItem, HandoverNotification, TakenOver } from '../handover.ts'
import { downtimeText, lengthText } from './downtime.ts'
import { flagName } from './flag.ts'
import { floorText } from './floor-text.ts'
import { everyFloor } from './report-cells.ts'
import { signalWord } from './signal-words.ts'

/** A handover in words, the same on the page and in the PDF (HO-1). */

export interface HandoverLine {
  /** distinguishes it from the resident's other lines */
  readonly key: string
  /** danger and warn have a mark each, so that they don't depend on colour */
  readonly tone: 'danger' | 'warn' | 'plain'
  readonly text: string
}

export interface HandoverWords {
  /** `Floor 1`, `All floors` */
  readonly floor: string
  /** `22 Nov 2026, 19:00 to 23 Nov 2026, 07:00` */
  readonly shift: string
  /** `So far, as of 23 Nov 2026, 04:12`; '' when the shift is over */
  readonly asOf: string
  /** `Taken over by A. Nurse at 07:04`, one for each person */
  readonly takenOver: readonly string[]
  /** `14 residents: nothing to report · 1 resident: not monitored`, '' if there is something to say about everyone */
  readonly quiet: string
  /** about the facility */
  readonly clinic: readonly HandoverLine[]
  readonly sensors: readonly { readonly item: HandoverItem; readonly text: string }[]
  /** residents with more to report than gaps: first those with a danger, then those with a warning; each by room */
  readonly residents: readonly {
    readonly item: HandoverItem
    readonly rates: readonly string[]
    readonly lines: readonly HandoverLine[]
  }[]
  /** residents who were out of bed or unmonitored, with nothing else to report */
  readonly gaps: readonly { readonly item: HandoverItem; readonly text: string }[]
}

const longestNote = 200
/** Notifications that are over and have a line of their own: paper has no room for each of a bad night. */
const mostEnded = 3

/** @param formats of the facility's locale @param tz its zone */
export function handoverWords(handover: Handover, formats: Formats, tz: string): HandoverWords {
  const { from, until, as_of, floor, items, quiet, unmonitored, taken_over, notifications, outages } = handover
  // Within the shift and the hours after it, the clock alone says when.
  const [first, last] = [Date.parse(from), Date.parse(from) + 24 * 3_600_000]
  const when = (at: string): string => {
    const ms = Date.parse(at)
    return ms >= first && ms < last ? formats.clock(at, tz) : `${formats.dayMonth(at, tz)}, ${formats.clock(at, tz)}`
  }
  const gapsOf = (item: HandoverItem) => [...item.downtime.map(downtimeText), ...outOfBedTexts(item, from, when)]
  const hasOnlyGaps = (item: HandoverItem) =>
    linesOf({ ...item, downtime: [], out_of_bed: { spans: [], is_out: false } }).length === 0
  const writing: Writing = { when, from, asOf: when(as_of), decimal: formats.decimal }
  const linesOf = (item: HandoverItem): HandoverLine[] => itemLines(item, writing)
  return {
    floor: floor === everyFloor ? m.common_all_floors() : floorText(floor),
    shift: m.handover_shift({ from: formats.dateTime(from, tz), until: formats.dateTime(until, tz) }),
    asOf: as_of === until ? '' : m.handover_as_of({ time: formats.dateTime(as_of, tz) }),
    takenOver: taken_over.map((one) => takenOverText(one, when)),
    quiet: [
      ...(quiet > 0 ? [m.handover_quiet({ count: quiet })] : []),
      ...(unmonitored > 0 ? [m.handover_unmonitored({ count: unmonitored })] : []),
    ].join(' · '),
    clinic: [
      ...outages.map((one): HandoverLine => ({ key: one.from, tone: 'plain', text: outageText(one, when) })),
      ...notifications.map((one) => notificationLine(one, writing)),
    ],
    sensors: items.flatMap((item) =>
      item.signal
        ? [{ item, text: m.handover_since({ what: signalWord(item.signal), time: when(item.signal.since) }) }]
        : [],
    ),
    residents: items
      .filter((item) => !hasOnlyGaps(item))
      .map((item) => ({ item, rates: rateWords(item, formats, handover), lines: linesOf(item) }))
      .toSorted((one, other) => rankOf(one.item) - rankOf(other.item)),
    gaps: items
      .filter(hasOnlyGaps)
      .map((item) => ({ item, text: gapsOf(item).join(' · ') }))
      .filter(({ text }) => text !== ''),
  }
}

/** By the most severe notification that hasn't ended, acknowledged or not. */
function rankOf({ notifications, trend }: HandoverItem): number {
  const ongoing = notifications.filter(({ ended_at }) => !ended_at)
  if (ongoing.some(({ severity }) => severity === 'danger')) return 0
  return ongoing.length > 0 || trend ? 1 : 2
}

type When = (at: string) => string

interface Writing extends Pick<Formats, 'decimal'> {
  readonly when: When
  /** when the shift began */
  readonly from: string
  /** when what is said holds */
  readonly asOf: string
}

const outageText = ({ from, until }: Handover['outages'][number], when: When): string => {
  const length = lengthText((Date.parse(until) - Date.parse(from)) / 1_000)
  return m.handover_outage({ length, from: when(from), until: when(until) })
}

const takenOverText = ({ by, at }: TakenOver, when: When): string =>
  m.handover_taken_over({ person: by, time: when(at) })

const rateTexts = { low: m.handover_rate_low, high: m.handover_rate_high } as const

/** `17.9 BrPM`, `24.8 BrPM, high`, `7.2 h in bed`; what is unknown is left out, and the bed of who was never there. */
function rateWords(item: HandoverItem, { decimal }: Formats, { from, as_of }: Handover): string[] {
  const { rr_avg, rr_direction, time_in_bed, leaves } = item
  const [first, last] = [Date.parse(from), Date.parse(as_of)]
  const isAway = leaves.some((leave) => Date.parse(leave.from) <= first && Date.parse(leave.until) >= last)
  const rateText = rr_direction === null ? m.handover_rate : rateTexts[rr_direction]
  return [
    ...(rr_avg === null ? [] : [rateText({ rate: decimal(rr_avg) })]),
    ...(time_in_bed === null || isAway ? [] : [m.handover_in_bed({ hours: decimal(time_in_bed) })]),
  ]
}

function itemLines(item: HandoverItem, writing: Writing): HandoverLine[] {
  const { when, from, decimal } = writing
  const { notifications, ended, trend, flag, downtime, leaves, notes, is_discharged } = item
  const plain = (key: string, text: string): HandoverLine => ({ key, tone: 'plain', text })
  const lines = notifications
    // The trend's own line says more.
    .filter(({ kind }) => kind !== 'trend' || !trend)
    .map((one) => notificationLine(one, writing))
  if (trend) {
    const told = { time: when(trend.at), rate: decimal(trend.rate), usual: decimal(trend.usual) }
    lines.push({ key: 'trend', tone: 'warn', text: m.handover_trend(told) })
  }
  lines.push(...downtime.map((missed) => plain(missed.cause, downtimeText(missed))))
  lines.push(...outOfBedTexts(item, from, when).map((text) => plain(text, text)))
  if (flag) lines.push(plain('flag', flagText(flag, when)))
  for (const { note_id, note, by, at } of notes)
    lines.push(plain(note_id, m.handover_note({ time: when(at), person: by, note: shortened(note) })))
  lines.push(...leaves.map((leave) => plain(leave.from, leaveText(leave, is_discharged, when))))
  lines.push(...ended.slice(0, mostEnded).map((one) => plain(one.id, endedText(one, when))))
  if (ended.length > mostEnded) lines.push(plain('ended', m.handover_ended({ count: ended.length - mostEnded })))
  return lines
}

function notificationLine(one: HandoverNotification, writing: Writing): HandoverLine {
  const { id, severity, state, ended_at } = one
  const tone = state === 'acknowledged' || ended_at ? 'plain' : severity === 'danger' ? 'danger' : 'warn'
  return { key: id, tone, text: notificationText(one, writing) }
}

function notificationText(one: HandoverNotification, { when, asOf }: Writing): string {
  const { title, raised_at, became_worse_at, ended_at, acknowledged, snoozed, state } = one
  if (ended_at) return endedText({ ...one, ended_at }, when)
  const raised = worseText(when(raised_at), became_worse_at, when)
  const told = acknowledged && { title, raised, time: when(acknowledged.at), person: acknowledged.by }
  if (told && state === 'acknowledged') return m.handover_acknowledged(told)
  if (snoozed && state === 'snoozed')
    return m.handover_snoozed({ title, raised, time: when(snoozed.until), person: snoozed.by })
  // Acknowledged only after the shift, or a danger that asks again (AN-5).
  return told ? m.handover_open_acknowledged({ ...told, at: asOf }) : m.handover_open({ title, raised })
}

/** `Low Respiratory, 01:43 to 02:15` */
const endedText = ({ title, raised_at, became_worse_at, ended_at }: EndedNotification, when: When): string =>
  worseText(m.handover_over({ title, since: when(raised_at), until: when(ended_at) }), became_worse_at, when)

/** `01:43, worse from 02:10` */
const worseText = (line: string, became_worse_at: string | null, when: When): string =>
  became_worse_at === null ? line : m.handover_worse({ line, time: when(became_worse_at) })

/**
 * `Out of bed until 20:58`; `Out of bed 3 times, longest 26 min from 01:10`; `Out of bed since 06:40`.
 * @param from when the shift began: who was up then did not leave the bed during it
 */
function outOfBedTexts({ out_of_bed: { spans, is_out } }: HandoverItem, from: string, when: When): string[] {
  const lengthOf = (span: { readonly from: string; readonly until: string }) =>
    Date.parse(span.until) - Date.parse(span.from)
  const over = is_out ? spans.slice(0, -1) : spans
  const last = is_out ? spans.at(-1) : undefined
  const isBefore = (span: { readonly from: string }) => Date.parse(span.from) <= Date.parse(from)
  const during = over.filter((span) => !isBefore(span))
  const longest = during.toSorted((one, other) => lengthOf(other) - lengthOf(one))[0]
  return [
    ...over.filter(isBefore).map(({ until }) => m.handover_out_until({ time: when(until) })),
    ...(longest
      ? [
          m.handover_out_of_bed({
            count: during.length,
            length: lengthText(lengthOf(longest) / 1_000),
            time: when(longest.from),
          }),
        ]
      : []),
    ...(last ? [m.handover_still_out({ time: when(last.from) })] : []),
  ]
}

function flagText({ status, at, by, note }: NonNullable<HandoverItem['flag']>, when: When): string {
  const told = { flag: flagName(status), time: when(at), person: by }
  return note === '' ? m.handover_flag({ ...told }) : m.handover_flag_note({ ...told, note: shortened(note) })
}

function leaveText(
  { from, until, reason, is_over }: HandoverItem['leaves'][number],
  hasLeft: boolean,
  when: When,
): string {
  const told = { since: when(from), until: when(until), reason }
  if (is_over) return reason === '' ? m.handover_leave_over(told) : m.handover_leave_over_reason(told)
  // Nobody expects them back.
  if (hasLeft) return reason === '' ? m.handover_leave_left(told) : m.handover_leave_left_reason(told)
  return reason === '' ? m.handover_leave(told) : m.handover_leave_reason(told)
}

/** On one line, and not longer than paper has room for. */
function shortened(note: string): string {
  const line = note.replaceAll(/\s+/g, ' ').trim()
  return line.length <= longestNote ? line : `${line.slice(0, longestNote).trimEnd()}…`
}

/** `Handover-Maple Court-1-2026-11-22-19-00.pdf`, by the facility's clock. */
export function handoverFileName({ clinic_name, floor, from }: Handover, tz: string): string {
  const at = new Intl.DateTimeFormat('sv-SE', { timeZone: tz, dateStyle: 'short', timeStyle: 'short' }).format(
    new Date(from),
  )
  const parts = [m.handover_title(), clinic_name, floor === everyFloor ? '' : floor, at.replaceAll(/[ :]/g, '-')]
  return `${parts.filter((part) => part !== '').join('-')}.pdf`
}
