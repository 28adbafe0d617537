import { removeFile } from '../files/index.ts'
import { deleteOldHours } from '../measurements/index.ts'
import type { Ctx } from '../platform/context.ts'
import { deleteDailyReports } from './daily-reports.sql.ts'

/** Run by a job: deletes daily reports and hourly sums together with the minutes they were made from. */
export async function removeOldReports(ctx: Ctx, days: number): Promise<void> {
  await deleteOldHours(ctx, days)
  for (const { file_id } of await deleteDailyReports(ctx, days)) if (file_id !== null) await removeFile(ctx, file_id)
}
