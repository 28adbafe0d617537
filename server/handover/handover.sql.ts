import type { Direction } from '@eupnea/contract/rules/severity.ts'
import type { SignalNote, SignalState } from '@eupnea/contract/rules/signal.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type NotNull, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'

/**
 * Table of this noun: handovers. Reads the views of `db/definitions/handover.sql`. Periods are [since, until); of what
 * has not ended, `until` is null.
 */

/** A shift of a facility, as far as it is over. */
export interface ClinicShift {
  readonly clinic_id: string
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant
}

/** Residents, by room. @param floor null: all floors; otherwise also residents without a floor, who are on every one */
export const selectResidents = ({ db }: Ctx, clinic_id: string, floor: string | null) =>
  db
    .selectFrom('handover_residents')
    .selectAll()
    .where('clinic_id', '=', clinic_id)
    .$if(floor !== null, (query) => query.where('floor', 'in', [floor!, '']))
    .orderBy('room')
    .orderBy('last_name')
    .orderBy('first_name')
    .orderBy('resident_id')
    .$narrowType<{ [Column in keyof Selectable<DB['handover_residents']>]: NotNull } & { device_id: string | null }>()
    .execute()

export type ResidentRow = Awaited<ReturnType<typeof selectResidents>>[number]

/** Whether any resident is on this floor. */
export const isFloorLivedOn = async ({ db }: Ctx, clinic_id: string, floor: string): Promise<boolean> =>
  (await db
    .selectFrom('handover_residents')
    .select('resident_id')
    .where('clinic_id', '=', clinic_id)
    .where('floor', '=', floor)
    .limit(1)
    .executeTakeFirst()) !== undefined

export interface NotificationRow {
  readonly id: string
  /** null: about the facility */
  readonly resident_id: string | null
  readonly kind: string
  readonly title: string
  readonly severity: string
  readonly raised_at: Temporal.Instant
  readonly until: Temporal.Instant | null
  readonly acknowledged_at: Temporal.Instant | null
  readonly acknowledged_name: string | null
  readonly snoozed_at: Temporal.Instant | null
  readonly snoozed_until: Temporal.Instant | null
  readonly snoozed_name: string | null
  readonly became_worse_at: Temporal.Instant | null
  /** the same, but not of what was too late to be sent: since then nobody has taken care of it */
  readonly worse_at: Temporal.Instant | null
  readonly reopened_at: readonly Temporal.Instant[]
  /** of what was judged long after it was measured: when that was */
  readonly measured_at: string | null
  /** of a rate out of range */
  readonly direction: Direction | null
}

/** What was raised before the end of the shift and had not ended at its beginning: the newest of each subject. */
export async function selectNotifications({ db }: Ctx, shift: ClinicShift): Promise<NotificationRow[]> {
  const { rows } = await sql<NotificationRow>`
    -- since is later than raised_at where it came back
    select distinct on (n.subject_id) n.id, n.resident_id, n.kind, n.title, n.severity,
      least(n.raised_at, n.since) as raised_at, nullif(n.until, 'infinity') as until, n.acknowledged_at,
      n.acknowledged_name, n.snoozed_at, n.snoozed_until, n.snoozed_name, n.became_worse_at, n.worse_at,
      n.reopened_at, n.measured_at, n.direction
    from handover_notifications n
    where n.clinic_id = ${shift.clinic_id} and n.until >= ${shift.since}::timestamptz
      and n.raised_at < ${shift.until}::timestamptz
    order by n.subject_id, n.created_at desc, n.id`.execute(db)
  return rows
}

export interface SignalRow {
  readonly resident_id: string
  readonly state: SignalState
  readonly note: SignalNote | null
  readonly since: Temporal.Instant
  readonly until: Temporal.Instant | null
}

/** What was known of each bed in the shift, in the order of time; the first of each may have begun earlier. */
export async function selectSignals({ db }: Ctx, shift: ClinicShift): Promise<SignalRow[]> {
  const { rows } = await sql<SignalRow>`
    select s.resident_id, s.state, s.note, s.since, nullif(s.until, 'infinity') as until
    from handover_residents r
    -- One probe for the span that held at the beginning, then those of the shift: a bed has thousands of earlier ones.
    cross join lateral (
      select max(b.since) as since from handover_signals b
      where b.resident_id = r.resident_id and b.since <= ${shift.since}::timestamptz
    ) b
    join handover_signals s on s.resident_id = r.resident_id and s.since < ${shift.until}::timestamptz
      and s.since >= case when b.since is null then ${shift.since}::timestamptz else b.since end
    where r.clinic_id = ${shift.clinic_id} and s.clinic_id = r.clinic_id and s.until > ${shift.since}::timestamptz
    order by s.resident_id, s.since`.execute(db)
  return rows
}

export interface TrendRow {
  readonly resident_id: string
  readonly created_at: Temporal.Instant
  readonly rate: number
  readonly usual: number
}

/** The newest change of breathing of each resident that was found in the shift, or had not ended by its end. */
export async function selectTrends({ db }: Ctx, { clinic_id, since, until }: ClinicShift): Promise<TrendRow[]> {
  const { rows } = await sql<TrendRow>`
    select distinct on (t.resident_id) t.resident_id, t.created_at, t.rate, t.usual
    from handover_trends t
    where t.clinic_id = ${clinic_id} and t.created_at < ${until}::timestamptz
      and (t.created_at >= ${since}::timestamptz or t.until >= ${until}::timestamptz)
    order by t.resident_id, t.created_at desc`.execute(db)
  return rows
}

export interface FlagRow {
  readonly resident_id: string
  readonly status: number
  readonly note: string
  readonly created_at: Temporal.Instant
  readonly created_by: string
}

/** Each resident's flag at the end of the shift. */
export async function selectFlags({ db }: Ctx, { clinic_id, until }: ClinicShift): Promise<FlagRow[]> {
  const { rows } = await sql<FlagRow>`
    select f.resident_id, f.status, f.note, f.created_at, f.created_by
    from handover_residents r
    cross join lateral (
      select * from handover_flags o where o.resident_id = r.resident_id and o.created_at < ${until}::timestamptz
      order by o.id desc limit 1
    ) f
    where r.clinic_id = ${clinic_id}`.execute(db)
  return rows
}

/** Notes that were written in the shift, oldest first. */
export const selectNotes = ({ db }: Ctx, { clinic_id, since, until }: ClinicShift) =>
  db
    .selectFrom('handover_notes')
    .select(['id', 'resident_id', 'note', 'created_at', 'created_name'])
    .where('clinic_id', '=', clinic_id)
    .where('created_at', '>=', since)
    .where('created_at', '<', until)
    .orderBy('created_at')
    .orderBy('id')
    .$narrowType<{ id: NotNull; resident_id: NotNull; note: NotNull; created_at: NotNull; created_name: NotNull }>()
    .execute()

export type NoteRow = Awaited<ReturnType<typeof selectNotes>>[number]

/** Leaves that held at any time of the shift. */
export const selectShiftLeaves = ({ db }: Ctx, { clinic_id, since, until }: ClinicShift) =>
  db
    .selectFrom('handover_leaves')
    .select(['resident_id', 'since', 'until', 'reason'])
    .where('clinic_id', '=', clinic_id)
    .where('since', '<', until)
    .where('until', '>', since)
    .orderBy('since')
    .$narrowType<{ resident_id: NotNull; since: NotNull; until: NotNull; reason: NotNull }>()
    .execute()

export type LeaveRow = Awaited<ReturnType<typeof selectShiftLeaves>>[number]

/** A floor's shift, as it was taken over. */
export interface FloorShift extends ClinicShift {
  /** null: all floors */
  readonly floor: string | null
}

/** Records who takes over. @returns false when the same person already has */
export async function insertTakenOver(
  { db }: Ctx,
  { clinic_id, floor, since, until }: FloorShift,
  person: { readonly id: string; readonly name: string },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('handovers')
    .values({ clinic_id, floor, since, until, taken_by: person.id, taken_name: person.name })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Who took over the floor, or all floors and with them this one; earliest first. */
export const selectTakenOver = ({ db }: Ctx, { clinic_id, floor, since, until }: FloorShift) =>
  db
    .selectFrom('handovers')
    .select(['taken_by', 'taken_name', 'taken_at'])
    .where('clinic_id', '=', clinic_id)
    .where('since', '=', since)
    .where('until', '=', until)
    .where(({ or, eb }) => or([eb('floor', 'is', null), ...(floor === null ? [] : [eb('floor', '=', floor)])]))
    .orderBy('taken_at')
    .orderBy('id')
    .execute()
