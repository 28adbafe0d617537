import type { seeAllNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { recordAudit } from '../audit/index.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { markSeen } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/**
 * Marks all notifications of a clinic, or of the caller's whole scope, as seen (AL-3).
 * @throws 404 for a clinic outside it
 */
export const seeAllNotifications: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  const seen = await markSeen(ctx, viewerOf(ctx), input)
  await recordAudit(ctx, { act: 'notification.see-all', clinic_id: input.clinic_id ?? null, detail: { seen } })
  return { seen }
}
