import type { listNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit, recordAuditOfRows } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import { pageOf, paginationOf } from '../platform/paging.ts'
import type { Verb } from '../platform/route.ts'
import { historiesOf } from './histories-of.ts'
import { notificationAnswer } from './notification-answer.ts'
import { selectNotifications } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/** Notifications within the caller's scope: what needs somebody first (AL-3, AN-5). @throws 404 */
export const listNotifications: Verb<typeof declaration> = async ({ ctx, input }) => {
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
  const historyOf = input.history === 'true' ? await historiesOf(ctx, rows) : () => undefined
  return {
    items: rows.map((row) => ({ ...notificationAnswer(row), history: historyOf(row) })),
    pagination: paginationOf(input, total),
  }
}
