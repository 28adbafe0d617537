import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { listNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit, recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import { notificationAnswer } from './notification-answer.ts'
import { selectNotifications } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** Notifications within the caller's scope: what needs somebody first (AL-3, AN-5). @throws 404 */
export async function listNotifications({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  const { rows, ...total } = await selectNotifications(ctx, viewerOf(ctx), input, pageOf(input))
  const detail = { page: input.page, shown: rows.length }
  const [first] = rows
  if (input.patient_id && first)
    await recordAudit(ctx, {
      act: 'notification.list',
      clinic_id: first.clinic_id,
      resident_id: input.patient_id,
      detail,
    })
  else await recordAuditOfRows(ctx, rows, { act: 'notification.list', clinic_id: input.clinic_id, detail })
  return {
    items: rows.map(notificationAnswer),
    pagination: paginationOf(input, total),
  }
}
