import type { revokeReportLink as declaration } from '@eupnea/contract/reports.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict, notFound } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { selectReportLink, setRevoked } from './report-links.sql.ts'

/** @throws 404 for a link outside the caller's scope; 409 when it was already revoked */
export const revokeReportLink: Verb<typeof declaration> = async ({ ctx, input: { link_id } }) => {
  const link = await selectReportLink(ctx, link_id)
  if (!link) throw notFound('link')
  if (!(await setRevoked(ctx, link_id))) throw conflict('link_revoked', m.report_link_revoked_already())
  const { clinic_id, date, floor } = link
  await recordAudit(ctx, { act: 'report.revoke-link', clinic_id, detail: { link_id, date, floor } })
  return {}
}
