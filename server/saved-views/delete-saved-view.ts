import type { CallInput, CallOutput } from '@eupnea/contract/call.ts'
import type { deleteSavedView as declaration } from '@eupnea/contract/saved-views.ts'
import { recordAudit } from '../audit/index.ts'
import type { Ctx } from '../platform/context.ts'
import { ownView } from './own-view.ts'
import { deleteRow } from './saved-views.sql.ts'

type Given = { ctx: Ctx; input: CallInput<typeof declaration> }

/** @throws 404, also for another person's */
export async function deleteSavedView({ ctx, input }: Given): Promise<CallOutput<typeof declaration>> {
  const { id, list } = await ownView(ctx, input.saved_view_id)
  await deleteRow(ctx, id)
  await recordAudit(ctx, { act: 'saved-view.delete', detail: { saved_view_id: id, list } })
  return {}
}
