import {
  checkedSignals,
  type EndedNotification,
  type HandoverItem,
  type HandoverNotification,
  type TakenOver,
} from '@eupnea/contract/handover.ts'
import type { FlagStatus } from '@eupnea/contract/rules/flag.ts'
import { rateTitles } from '@eupnea/contract/rules/severity.ts'
import type { SignalState } from '@eupnea/contract/rules/signal.ts'
import { splitByLeaves } from '../measurements/index.ts'
import type { Act } from '../notifications/index.ts'
import type { Ctx } from '../platform/context.ts'
import { earlier, isBefore, later, type Period } from '../platform/period.ts'
import { handlingAt } from './handling-at.ts'
import type { FlagRow, LeaveRow, NoteRow, NotificationRow, SignalRow } from './handover.sql.ts'

/** Rows as the contract's handover, each as of the end of the shift: what happens at that instant belongs to the next. */

type Instant = Temporal.Instant

/** Shorter ones say nothing to the next shift: turning over, a sensor that reconnects. Seconds. */
const leastTime = 60

const ranks = ['open', 'snoozed', 'acknowledged'] as const

const byGravity = (one: EndedOrNot, other: EndedOrNot): number =>
  Number(other.severity === 'danger') - Number(one.severity === 'danger') || (one.raised_at < other.raised_at ? -1 : 1)
type EndedOrNot = Pick<EndedNotification, 'severity' | 'raised_at'>

/** The notifications that had not ended at an instant, and those that had, each gravest first. */
export function notificationsAt(
  rows: readonly NotificationRow[],
  actsOf: (id: string) => readonly Act[],
  at: Instant,
): { readonly listed: HandoverNotification[]; readonly ended: EndedNotification[] } {
  const isEnded = ({ until }: NotificationRow) => until !== null && isBefore(until, at)
  const open = rows.filter((row) => !isEnded(row))
  const listed = open.map((row): HandoverNotification => {
    const facts = factsOf(row, at)
    return {
      ...facts,
      kind: row.kind as HandoverNotification['kind'],
      ended_at: row.until?.toString() ?? null,
      ...handlingAt(row, actsOf(row.id), facts.severity, at),
    }
  })
  const rank = ({ state }: HandoverNotification) => ranks.indexOf(state)
  listed.sort((one, other) => rank(one) - rank(other) || byGravity(one, other))
  const ended = rows.filter(isEnded).map((row) => ({ ...factsOf(row, at), ended_at: row.until!.toString() }))
  return { listed, ended: ended.sort(byGravity) }
}

function factsOf(row: NotificationRow, at: Instant): Omit<EndedNotification, 'ended_at'> {
  const { id, became_worse_at, measured_at, direction } = row
  const raised_at = row.raised_at.toString()
  if (became_worse_at && direction && !isBefore(became_worse_at, at))
    return { id, title: rateTitles[direction].warning, severity: 'warning', raised_at, became_worse_at: null }
  return {
    ...{ id, title: row.title, severity: row.severity as EndedNotification['severity'], raised_at },
    // An outage that has grown says so in its own words.
    became_worse_at: direction && became_worse_at && (measured_at ?? became_worse_at.toString()),
  }
}

/** Somebody is in the bed, or on leave; what hides the bed doesn't end an absence. */
const endAbsence: readonly SignalState[] = ['ok', 'no_breathing', 'paused']

/** Makes the time on leave `paused`, even if the leave was recorded late (PL-6). @param at the end of the shift */
export const pausedOnLeave = (
  rows: readonly SignalRow[],
  leavesOf: (id: string) => readonly LeaveRow[],
  at: Instant,
): SignalRow[] =>
  rows.flatMap((row) =>
    splitByLeaves({ ...row, until: row.until ?? at }, leavesOf(row.resident_id)).map(({ isAway, ...part }) =>
      isAway ? { ...part, state: 'paused', note: null } : part,
    ),
  )

/** When nobody was in the bed. */
export function bedTimes(rows: readonly SignalRow[], shift: Period): HandoverItem['out_of_bed'] {
  const absences: { since: Instant; until: Instant | null }[] = []
  let isBack = true
  for (const { state, since, until } of rows) {
    if (endAbsence.includes(state)) isBack = true
    if (state !== 'away') continue
    if (isBack) absences.push({ since, until })
    else absences.at(-1)!.until = until
    isBack = false
  }
  const away = absences.filter(({ since, until }) => since.until(until ?? shift.until).total('seconds') >= leastTime)
  const last = away.at(-1)
  return {
    spans: away.map(({ since, until }) => ({
      from: later(since, shift.since).toString(),
      until: earlier(until ?? shift.until, shift.until).toString(),
    })),
    is_out: last !== undefined && (last.until === null || !isBefore(last.until, shift.until)),
  }
}

/** Unmonitored time by cause. @param common of it, how long the sensor was silent while most others were */
export const missedTimes = (sums: HandoverItem['downtime'], common: number): HandoverItem['downtime'] =>
  sums
    .map(({ cause, seconds }) => ({ cause, seconds: cause === 'silent' ? seconds - common : seconds }))
    .filter(({ seconds }) => seconds >= leastTime)

/** The signal that held at an instant, if somebody has to look. */
export function toCheck(rows: readonly SignalRow[], at: Instant): HandoverItem['signal'] {
  const held = rows.findLast(({ until }) => until === null || !isBefore(until, at))
  const state = checkedSignals.find((one) => one === held?.state)
  if (!held || !state) return null
  return { state, since: held.since.toString(), note: held.note }
}

/** Flags that wait for somebody: flagged, in review, escalated. */
const waiting: readonly number[] = [2, 3, 4]

/** Somebody who has left keeps their last flag; it is handed over only in the shift in which it was set. */
export function flagAnswer(row: FlagRow | undefined, since: Instant, hasLeft: boolean): HandoverItem['flag'] {
  if (!row) return null
  const is_new = !isBefore(row.created_at, since)
  if (!is_new && (hasLeft || !waiting.includes(row.status))) return null
  const { note, created_at, created_by } = row
  return { status: row.status as FlagStatus, at: created_at.toString(), by: created_by, note, is_new }
}

export const noteAnswer = ({ id, note, created_at, created_name }: NoteRow): HandoverItem['notes'][number] => ({
  note_id: id,
  at: created_at.toString(),
  by: created_name,
  note,
})

/** Of somebody who has left, only those that began in the shift: the others ended with the stay. */
export const leavesAnswer = (
  rows: readonly LeaveRow[],
  shift: { readonly since: Instant; readonly until: Instant },
  hasLeft: boolean,
): HandoverItem['leaves'] =>
  rows
    .filter(({ since }) => !hasLeft || !isBefore(since, shift.since))
    .map(({ since, until, reason }) => ({
      from: since.toString(),
      until: until.toString(),
      reason,
      is_over: isBefore(until, shift.until),
    }))

interface TakenRow {
  readonly taken_by: string
  readonly taken_name: string
  readonly taken_at: Instant
}

export const takenOverAnswer =
  ({ actor }: Ctx) =>
  ({ taken_by, taken_name, taken_at }: TakenRow): TakenOver => ({
    by: taken_name,
    at: taken_at.toString(),
    is_own: actor.type === 'user' && actor.id === taken_by,
  })
