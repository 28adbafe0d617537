import { type createSavedView as declaration, mostSavedViews } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import { recordAudit } from '../audit/index.ts'
import { conflict } from '../platform/errors.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { checkName, savedViewAnswer } from './own-view.ts'
import { insertSavedView, selectSavedViews } from './saved-views.sql.ts'

/** Keeps a list as the caller sees it (EA-2). @throws 409 for a name that they have already, and for too many */
export const createSavedView: Verb<typeof declaration> = async ({ ctx, input }) => {
  const { id: user_id } = userOf(ctx)
  const views = await selectSavedViews(ctx, user_id, input.list)
  checkName(views, input.name)
  if (views.length >= mostSavedViews)
    throw conflict('too_many_saved_views', m.saved_view_too_many({ count: mostSavedViews }))
  const row = await insertSavedView(ctx, { user_id, ...input })
  await recordAudit(ctx, { act: 'saved-view.create', detail: { saved_view_id: row.id, list: row.list } })
  return savedViewAnswer(row)
}
