import type { listSavedViews as declaration } from '@eupnea/contract/saved-views.ts'
import type { Verb } from '../platform/route.ts'
import { userOf } from '../sessions/index.ts'
import { savedViewAnswer } from './own-view.ts'
import { selectSavedViews } from './saved-views.sql.ts'

/** The caller's views of a list, by name (EA-2). */
export const listSavedViews: Verb<typeof declaration> = async ({ ctx, input }) => {
  return { items: (await selectSavedViews(ctx, userOf(ctx).id, input.list)).map(savedViewAnswer) }
}
