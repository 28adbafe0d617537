import { removeFile } from '../files/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteDailyReports } from './daily-reports.sql.ts'
import { deleteOldHours } from './reports.sql.ts'

/** A job's: daily reports, and the sums over hours, end with the minutes that they were made of. */
export async function removeOldReports(ctx: Ctx, days: number): Promise<void> {
  await deleteOldHours(ctx, days)
  for (const { file_id } of await deleteDailyReports(ctx, days)) if (file_id !== null) await removeFile(ctx, file_id)
}
