import type { countUnseenNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Verb } from '../platform/route.ts'
import { countUnseen } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

/** How many the caller has not seen (AL-3). @throws 404 */
export const countUnseenNotifications: Verb<typeof declaration> = async ({ ctx, input }) => {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  return { unseen: await countUnseen(ctx, viewerOf(ctx), input.clinic_id) }
}
