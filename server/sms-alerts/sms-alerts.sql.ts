import type { DB } from '@eupnea/db/types.ts'
import { type Selectable, sql } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'
import { lock } from '../platform/lock.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Table of this noun: sms_alerts. */

export type SmsAlertRow = Selectable<DB['sms_alerts']>

interface Filter {
  readonly active?: boolean | undefined
  readonly clinic_id?: string | undefined
}

/** A page, newest first, with the count of all. */
export async function selectSmsAlerts(
  { db }: Ctx,
  { active, clinic_id }: Filter,
  page: Page,
): Promise<{ rows: SmsAlertRow[]; total: number }> {
  let query = db.selectFrom('sms_alerts')
  if (active !== undefined) query = query.where('active', '=', active)
  if (clinic_id) query = query.where('clinic_id', '=', clinic_id)
  return selectPage(query.selectAll().orderBy('created_at', 'desc').orderBy('id'), page)
}

/** Adds a number or reactivates it. @returns undefined when it is already active */
export const insertSmsAlert = (
  { db }: Ctx,
  values: { readonly clinic_id: string; readonly phone: string; readonly name: string },
): Promise<SmsAlertRow | undefined> =>
  db
    .insertInto('sms_alerts')
    .values(values)
    .onConflict((conflict) =>
      conflict
        .columns(['clinic_id', 'phone'])
        .doUpdateSet({
          active: true,
          disabled_at: null,
          // An empty name keeps the previous one.
          name: sql<string>`coalesce(nullif(excluded.name, ''), sms_alerts.name)`,
        })
        .where('sms_alerts.active', '=', false),
    )
    .returningAll()
    .executeTakeFirst()

/** Locks a clinic's subscriptions until the transaction ends, so that they can be counted. */
export const lockSmsAlerts = ({ db }: Ctx, clinic_id: string): Promise<void> => lock(db, `sms alerts ${clinic_id}`)

export const countActive = async ({ db }: Ctx, clinic_id: string): Promise<number> =>
  (
    await db
      .selectFrom('sms_alerts')
      .where('clinic_id', '=', clinic_id)
      .where('active', '=', true)
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

export const selectSmsAlert = ({ db }: Ctx, id: string): Promise<SmsAlertRow | undefined> =>
  db.selectFrom('sms_alerts').selectAll().where('id', '=', id).executeTakeFirst()

/** @returns undefined when the subscription doesn't exist or isn't active */
export const disableSmsAlertRow = ({ db }: Ctx, id: string): Promise<SmsAlertRow | undefined> =>
  db
    .updateTable('sms_alerts')
    .set({ active: false, disabled_at: now })
    .where('id', '=', id)
    .where('active', '=', true)
    .returningAll()
    .executeTakeFirst()

export const selectSubscribers = async (
  { db }: Ctx,
  clinicIds: readonly string[],
): Promise<Pick<SmsAlertRow, 'id' | 'clinic_id' | 'phone'>[]> =>
  db
    .selectFrom('sms_alerts')
    .where('clinic_id', 'in', clinicIds)
    .where('active', '=', true)
    .select(['id', 'clinic_id', 'phone'])
    .execute()

/** What subscriptions are called, by id. */
export const selectNames = async ({ db }: Ctx, ids: readonly string[]): Promise<ReadonlyMap<string, string>> => {
  if (ids.length === 0) return new Map()
  const rows = await db.selectFrom('sms_alerts').where('id', 'in', ids).select(['id', 'name']).execute()
  return new Map(rows.map(({ id, name }) => [id, name]))
}
