import type { listReportLinks as declaration, ReportLink } from '@eupnea/contract/reports.ts'
import { everyFloor } from '@eupnea/contract/rules/report-cells.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { type ReportLinkRow, selectReportLinks } from './report-links.sql.ts'

/** Links of a clinic, newest first, including expired and revoked ones, without their secrets (RP-4). */
export const listReportLinks: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id } = await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectReportLinks(ctx, id, pageOf(input))
  const now = Temporal.Now.instant()
  return {
    items: rows.map((row) => linkAnswer(row, now)),
    pagination: paginationOf(input, total),
  }
}

const linkAnswer = (row: ReportLinkRow, now: Temporal.Instant): ReportLink => ({
  link_id: row.id,
  clinic_id: row.clinic_id,
  date: row.date,
  floor: row.floor ?? everyFloor,
  created_at: row.created_at.toString(),
  created_by: row.created_by,
  recipient: row.recipient,
  expires_at: row.expires_at.toString(),
  revoked_at: row.revoked_at?.toString() ?? null,
  state: row.revoked_at ? 'revoked' : Temporal.Instant.compare(row.expires_at, now) <= 0 ? 'expired' : 'open',
  opened: row.opened,
  last_opened_at: row.last_opened_at?.toString() ?? null,
})
