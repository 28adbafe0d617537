import type { listCurrentNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { recordAuditOncePer } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { notificationAnswer } from './notification-answer.ts'
import { selectCurrent } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/** Every open page asks again and again. */
const auditMinutes = 15

/** The notifications of a clinic that haven't ended, in the list's order (AN-1, AN-5). @throws 404 */
export const listCurrentNotifications: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: clinic_id } = await clinicOf(ctx, input.clinic_id)
  const rows = await selectCurrent(ctx, viewerOf(ctx), clinic_id)
  if (rows.length > 0) await recordAuditOncePer(ctx, auditMinutes, { act: 'notification.watch', clinic_id })
  return { items: rows.map(notificationAnswer) }
}
