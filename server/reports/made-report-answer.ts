import type { MadeReport } from '@eupnea/contract/report-deliveries.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import type { DailyReportFileRow } from './daily-reports.sql.ts'

export const madeReportAnswer = (row: DailyReportFileRow): MadeReport => ({
  report_id: row.id,
  clinic_id: row.clinic_id,
  date: row.date,
  floor_id: row.floor ?? everyFloor,
  file_name: row.file_name,
  url: `/api/reports/daily/${row.id}/pdf`,
  made_at: row.made_at.toString(),
  made_by: row.made_by,
  sent_to: row.sent_to,
  last_sent_at: row.last_sent_at?.toString() ?? null,
  state: row.sent_to > 0 ? 'sent' : 'saved',
})
