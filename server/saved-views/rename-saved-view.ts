import type { renameSavedView as declaration } from '@eupnea/contract/saved-views.ts'
import { recordAudit } from '../audit/index.ts'
import type { Verb } from '../platform/route.ts'
import { checkName, ownView, savedViewAnswer } from './own-view.ts'
import { selectSavedViews, updateName } from './saved-views.sql.ts'

/** @throws 404, also for another person's; 409 for a name that they have already */
export const renameSavedView: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { saved_view_id, name } = input
  const view = await ownView(ctx, saved_view_id)
  const others = await selectSavedViews(ctx, view.user_id, view.list)
  checkName(
    others.filter(({ id }) => id !== view.id),
    name,
  )
  await updateName(ctx, view.id, name)
  await recordAudit(ctx, { act: 'saved-view.rename', detail: { saved_view_id, list: view.list } })
  return savedViewAnswer({ ...view, name })
}
