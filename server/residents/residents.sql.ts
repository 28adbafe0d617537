import { residentStatus } from '@eupnea/contract/residents.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { later } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/**
 * Tables of this noun: residents (lists of them: directory.sql.ts), resident_flag_logs. Reads the views resident_devices
 * and current_leaves, and asks plan_of and consent_of.
 */

type PlanColumns = Selectable<DB['plans_in_force']>
type ConsentColumns = Pick<Selectable<DB['consents_in_force']>, 'state' | 'review_on'> & { readonly tz: string }

/** Residents with their current device. @param chosen those of a page; by default all */
export const withDevice = ({ db }: Ctx, chosen = db.selectFrom('residents').selectAll('residents')) =>
  db
    .selectFrom(chosen.as('residents'))
    .leftJoin('resident_devices', 'resident_devices.resident_id', 'residents.id')
    .leftJoinLateral(sql<PlanColumns>`plan_of(residents.id, residents.clinic_id)`.as('plan'), (join) => join.onTrue())
    .leftJoinLateral(sql<ConsentColumns>`consent_of(residents.id, residents.clinic_id)`.as('consent'), (join) =>
      join.onTrue(),
    )
    // Only of the residents that are read: limit keeps the planner from looking up everyone's.
    .leftJoinLateral(
      (select) =>
        select
          .selectFrom('current_leaves')
          .select(['since', 'until'])
          .whereRef('current_leaves.resident_id', '=', 'residents.id')
          // A stay that has ended keeps its leave, in case the discharge is undone.
          .where('residents.status', '=', residentStatus.active)
          .limit(1)
          .as('leave'),
      (join) => join.onTrue(),
    )
    .selectAll('residents')
    .select([
      'resident_devices.device_id',
      'resident_devices.device_no',
      'resident_devices.device_name',
      'resident_devices.device_tz',
      'resident_devices.online',
      'plan.low',
      'plan.high',
      'plan.extreme_high',
      'plan.extreme_low',
      'plan.no_breathing_seconds',
      'plan.out_of_bed',
      'plan.still_in_bed',
      'consent.state as consent',
      'consent.review_on as consent_review_on',
      'consent.tz as consent_tz',
      'leave.since as leave_since',
      'leave.until as leave_until',
    ])

export type ResidentRow = Awaited<ReturnType<ReturnType<typeof withDevice>['execute']>>[number]

export const selectResident = (ctx: Ctx, id: string): Promise<ResidentRow | undefined> =>
  withDevice(ctx).where('residents.id', '=', id).executeTakeFirst()

/** The device of a resident about whom a `no_breathing` notification is open; null: there is none. */
export async function selectUnbreathing({ db }: Ctx, id: string): Promise<string | null> {
  const row = await db
    .selectFrom('resident_devices as d')
    .innerJoin('listed_notifications as n', 'n.patient_id', 'd.resident_id')
    .where('d.resident_id', '=', id)
    .where('n.kind', '=', 'no_breathing')
    .where('n.ended_at', 'is', null)
    .select('d.device_id')
    .executeTakeFirst()
  return row?.device_id ?? null
}

export const insertResident = async ({ db }: Ctx, values: Insertable<DB['residents']>): Promise<string> =>
  (await db.insertInto('residents').values(values).returning('id').executeTakeFirstOrThrow()).id

/**
 * @param unchangedSince the record's updated_at when the change was made
 * @returns false when the resident is unknown, deleted or changed since
 */
export async function updateResident(
  { db }: Ctx,
  id: string,
  values: Updateable<DB['residents']>,
  unchangedSince?: string,
): Promise<boolean> {
  let update = db
    .updateTable('residents')
    .set({ ...values, updated_at: later })
    .where('id', '=', id)
    .where('status', '<>', 0)
  if (unchangedSince) update = update.where('updated_at', '<=', sql<Temporal.Instant>`${unchangedSince}::timestamptz`)
  return (await update.executeTakeFirst()).numUpdatedRows > 0n
}

/** Sets the face sheet; null: none. @returns the previous file; undefined when the resident is unknown or deleted */
export async function replaceFaceSheet(
  { db }: Ctx,
  id: string,
  sheet: { readonly id: string; readonly name: string } | null,
): Promise<{ before: string | null } | undefined> {
  const held = await db
    .selectFrom('residents')
    .select('face_sheet_id')
    .where('id', '=', id)
    .where('status', '<>', 0)
    .forUpdate()
    .executeTakeFirst()
  if (!held) return undefined
  await db
    .updateTable('residents')
    .set({ face_sheet_id: sheet?.id ?? null, information_file: sheet?.name ?? null, is_document_changed: !!sheet })
    .where('id', '=', id)
    .execute()
  return { before: held.face_sheet_id }
}

/** The precondition is part of the UPDATE (rule 7). @returns false when the resident's status is not in `from` */
export async function moveResidentStatus(
  { db }: Ctx,
  id: string,
  from: readonly number[],
  to: number,
): Promise<boolean> {
  const moved = await db
    .updateTable('residents')
    .set({ status: to, updated_at: later })
    .where('id', '=', id)
    .where('status', 'in', from)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

/** @returns false when the flag is no longer `from` */
export async function moveFlag({ db }: Ctx, id: string, from: number, to: number): Promise<boolean> {
  const moved = await db
    .updateTable('residents')
    .set({ flag_status: to })
    .where('id', '=', id)
    .where('status', '<>', 0)
    .where('flag_status', '=', from)
    .executeTakeFirst()
  return moved.numUpdatedRows > 0n
}

export async function insertFlagLog({ db }: Ctx, values: Insertable<DB['resident_flag_logs']>): Promise<void> {
  await db.insertInto('resident_flag_logs').values(values).execute()
}

export async function selectFlagLogs(
  { db }: Ctx,
  resident_id: string,
  page: Page,
): Promise<{ rows: Selectable<DB['resident_flag_logs']>[]; total: number }> {
  const query = db.selectFrom('resident_flag_logs').where('resident_id', '=', resident_id)
  return selectPage(query.selectAll().orderBy('id', 'desc'), page)
}
