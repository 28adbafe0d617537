import type { DailyReport } from '@eupnea/contract/reports.ts'
import type { DB } from '@eupnea/db/types.ts'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { naturally } from '../platform/natural-order.ts'
import { type Page, selectPage } from '../platform/paging.ts'
import { holdResidents } from '../residents/index.ts'
import { residentErased } from './report-refusals.ts'

/** Table of this file: daily_reports; and the view report_readers. */

export type DailyReportFileRow = Selectable<DB['daily_reports']>

export const insertDailyReport = (
  { db }: Ctx,
  values: Insertable<DB['daily_reports']>,
): Promise<DailyReportFileRow | undefined> =>
  db
    .insertInto('daily_reports')
    .values(values)
    .onConflict((conflict) => conflict.columns(['clinic_id', 'date']).where('made_by', 'is', null).doNothing())
    .returningAll()
    .executeTakeFirst()

/** Holds a report's residents until the transaction ends, and waits for an erasure under way. @throws 409 once one is erased */
export async function holdListed(ctx: Ctx, { items }: Pick<DailyReport, 'items'>): Promise<void> {
  const ids = [...new Set(items.map(({ patient_id }) => patient_id))]
  const held = await holdResidents(ctx, ids)
  if (held.length < ids.length) throw residentErased()
}

/** Whether the scheduled report of this day exists. */
export const hasScheduledReport = async ({ db }: Ctx, clinic_id: string, date: string): Promise<boolean> =>
  (await db
    .selectFrom('daily_reports')
    .select('id')
    .where('clinic_id', '=', clinic_id)
    .where('date', '=', date)
    .where('made_by', 'is', null)
    .executeTakeFirst()) !== undefined

export const selectDailyReport = ({ db }: Ctx, id: string): Promise<DailyReportFileRow | undefined> =>
  db.selectFrom('daily_reports').selectAll().where('id', '=', id).executeTakeFirst()

/**
 * @param addresses number of recipients now
 * @throws 409 when its file was taken from it because somebody who may be in it is erased
 */
export async function countSent(
  { db }: Ctx,
  { id, file_id }: Pick<DailyReportFileRow, 'id' | 'file_id'>,
  addresses: number,
): Promise<DailyReportFileRow> {
  const row = await db
    .updateTable('daily_reports')
    .set(({ eb }) => ({ sent_to: eb('sent_to', '+', addresses), last_sent_at: now }))
    .where('id', '=', id)
    .where('file_id', 'is not distinct from', file_id)
    .returningAll()
    .executeTakeFirst()
  if (!row) throw residentErased()
  return row
}

/** A page, newest first, with the count of all. @param floor null: reports on all floors; undefined: every report */
export async function selectDailyReports(
  { db }: Ctx,
  { clinic_id, floor }: { clinic_id: string; floor: string | null | undefined },
  page: Page,
): Promise<{ rows: DailyReportFileRow[]; total: number }> {
  let query = db.selectFrom('daily_reports').where('clinic_id', '=', clinic_id)
  if (floor !== undefined) query = query.where('floor', floor === null ? 'is' : '=', floor)
  return selectPage(query.selectAll().orderBy('made_at', 'desc').orderBy('id'), page)
}

/** @returns their files, for the caller to remove */
export const deleteDailyReports = ({ db }: Ctx, days: number): Promise<Pick<DailyReportFileRow, 'file_id'>[]> =>
  db
    .deleteFrom('daily_reports')
    .where('made_at', '<', sql<Temporal.Instant>`now() - make_interval(days => ${days}::int)`)
    .returning('file_id')
    .execute()

/** Users of a clinic who may sign in. */
export const selectReportReaders = ({ db }: Ctx, clinic_id: string) =>
  db
    .selectFrom('report_readers')
    .select(['user_id', 'name', 'email'])
    .where('clinic_id', '=', clinic_id)
    .orderBy(naturally('name'))
    .orderBy('email')
    .execute()
