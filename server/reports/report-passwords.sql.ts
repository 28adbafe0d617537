import type { DB } from '@eupnea/db/types.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Ctx } from '../platform/context.ts'
import { now } from '../platform/instants.ts'

/** Table of this file: report_passwords. */

export type ReportPasswordRow = Selectable<DB['report_passwords']>

/** Keeps the first one where two are made at a time. */
export const insertReportPassword = ({ db }: Ctx, values: Insertable<DB['report_passwords']>) =>
  db
    .insertInto('report_passwords')
    .values(values)
    .onConflict((conflict) => conflict.doNothing())
    .execute()

export const replaceReportPassword = ({ db }: Ctx, values: Insertable<DB['report_passwords']>) =>
  db
    .insertInto('report_passwords')
    .values(values)
    .onConflict((conflict) =>
      conflict.column('clinic_id').doUpdateSet({ sealed: values.sealed, made_by: values.made_by, made_at: now }),
    )
    .execute()

export const selectReportPassword = ({ db }: Ctx, clinic_id: string): Promise<ReportPasswordRow | undefined> =>
  db.selectFrom('report_passwords').selectAll().where('clinic_id', '=', clinic_id).executeTakeFirst()
