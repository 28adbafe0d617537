import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { countUnseenNotifications as declaration } from '@eupnea/contract/notifications.ts'
import { clinicOf } from '../clinics/index.ts'
import type { Ctx } from '../platform/context.ts'
import { countUnseen } from './notifications.sql.ts'
import { viewerOf } from './viewer-of.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** How many the caller has not seen (AL-3). @throws 404 */
export async function countUnseenNotifications({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  if (input.clinic_id) await clinicOf(ctx, input.clinic_id)
  return { unseen: await countUnseen(ctx, viewerOf(ctx), input.clinic_id) }
}
