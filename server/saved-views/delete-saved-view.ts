import type { deleteSavedView as declaration } from '@eupnea/contract/saved-views.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { ownView } from './own-view.ts'
import { deleteRow } from './saved-views.sql.ts'

/** @throws 404, also for another person's */
export const deleteSavedView: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id, list } = await ownView(ctx, input.saved_view_id)
  await deleteRow(ctx, id)
  await recordAudit(ctx, { act: 'saved-view.delete', detail: { saved_view_id: id, list } })
  return {}
}
