import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { bringBack, now } from '../platform/instants.ts'
import { type Page, selectPage } from '../platform/paging.ts'

/** Table of this file: report_links. */

export type ReportLinkRow = Selectable<DB['report_links']>

export const insertReportLink = ({ db }: Ctx, values: Insertable<DB['report_links']>) =>
  db.insertInto('report_links').values(values).returning(['id', 'expires_at']).executeTakeFirstOrThrow()

/** The link with this secret, if it is still valid. */
export const selectGoodLink = ({ db }: Ctx, token_hash: string) =>
  db
    .selectFrom('report_links')
    .select(['id', 'clinic_id', 'date', 'floor'])
    .where('token_hash', '=', token_hash)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .executeTakeFirst()

/** After the database's clock was set back, no link is valid for longer than it says. */
export const bringBackLinks = ({ db }: Ctx): Promise<void> => bringBack(db, 'report_links', 'created_at', 'expires_at')

/** @returns whether the link was still valid */
export const countOpening = async ({ db }: Ctx, id: string): Promise<boolean> =>
  (await db
    .updateTable('report_links')
    .set(({ eb }) => ({ opened: eb('opened', '+', 1), last_opened_at: now }))
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', now)
    .returning('id')
    .executeTakeFirst()) !== undefined

/** A page, newest first, with the count of all. */
export async function selectReportLinks(
  { db }: Ctx,
  clinic_id: string,
  page: Page,
): Promise<{ rows: ReportLinkRow[]; total: number }> {
  const query = db.selectFrom('report_links').where('clinic_id', '=', clinic_id)
  return selectPage(query.selectAll().orderBy('created_at', 'desc').orderBy('id'), page)
}

export const selectReportLink = ({ db }: Ctx, id: string): Promise<ReportLinkRow | undefined> =>
  db.selectFrom('report_links').where('id', '=', id).selectAll().executeTakeFirst()

/** @returns undefined when it was already revoked */
export const setRevoked = ({ db }: Ctx, id: string) =>
  db
    .updateTable('report_links')
    .set({ revoked_at: now })
    .where('id', '=', id)
    .where('revoked_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
