import type { listDailyReports as declaration } from '@eupnea/contract/report-deliveries.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectDailyReports } from './daily-reports.sql.ts'
import { madeReportAnswer } from './made-report-answer.ts'

/** Existing reports of a clinic, newest first (RP-6). `all` as floor: those covering all floors. */
export const listDailyReports: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const floor = input.floor_id === everyFloor ? null : input.floor_id || undefined
  const { rows, ...total } = await selectDailyReports(ctx, { clinic_id, floor }, pageOf(input))
  return {
    items: rows.map(madeReportAnswer),
    pagination: paginationOf(input, total),
  }
}
