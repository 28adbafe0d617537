import type { listEligibilityLogs as declaration } from '@eupnea/contract/eligibility.ts'
import { firstDay } from '@eupnea/contract/rules/first-day.ts'
import { recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { createFileLink } from '../files/index.ts'
import { dayOf, endOfDay, startOfDay } from '../platform/local-days.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { selectEligibilityLogs } from './eligibility.sql.ts'

/**
 * Stored face sheets, newest first, each with a link made for this answer (BI-4).
 * @param secret signs links
 * @param baseUrl the portal's public address
 * @throws 404 for a clinic outside the scope
 */
export function listEligibilityLogs(secret: string, baseUrl: () => string): Verb<typeof declaration> {
  return async ({ ctx, input }) => {
    const zone = input.clinic_id ? (await clinicOf(ctx, input.clinic_id)).tz : 'UTC'
    const { start_date, end_date } = input
    const now = Temporal.Now.instant()
    // Beyond these there is nothing to leave out, and the database can't read every year.
    const isFirst = start_date === undefined || start_date <= firstDay
    const isLast = end_date === undefined || end_date >= dayOf(now, zone).toString()
    const days = {
      since: isFirst ? undefined : startOfDay(start_date, zone),
      until: isLast ? undefined : endOfDay(end_date, zone),
    }
    const { rows, ...total } = await selectEligibilityLogs(ctx, { ...input, ...days }, pageOf(input))
    await recordAuditOfRows(ctx, rows, {
      act: 'eligibility.list',
      clinic_id: input.clinic_id,
      detail: { page: input.page, shown: rows.length },
    })
    const user = 'id' in ctx.actor ? ctx.actor.id : ctx.actor.type
    return {
      items: rows.map((row) => {
        const isPresent = row.is_present ?? false
        const link = row.linked
          ? createFileLink(secret, baseUrl(), { file_id: row.linked, user, isPresent }, now)
          : null
        return {
          id: row.id,
          clinic_id: row.clinic_id,
          patient_id: row.resident_id,
          first_name: row.first_name ?? '',
          last_name: row.last_name ?? '',
          room: row.room ?? '',
          billing_information: row.billing_information,
          information_file: row.information_file,
          fileLink: link?.url ?? null,
          link_expires_at: link?.expires_at ?? null,
          is_present: isPresent,
          uploaded_by: row.created_name,
          created_at: row.created_at.toString(),
        }
      }),
      pagination: paginationOf(input, total),
    }
  }
}
