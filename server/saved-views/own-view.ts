import type { SavedView } from '@eupnea/contract/saved-views.ts'
import { m } from '@eupnea/texts'
import type { Ctx } from '../platform/context.ts'
import { conflict, notFound } from '../platform/errors.ts'
import { userOf } from '../sessions/index.ts'
import { type SavedViewRow, selectSavedView } from './saved-views.sql.ts'

/** @throws 404, also for another person's */
export async function ownView(ctx: Ctx, id: string): Promise<SavedViewRow> {
  const row = await selectSavedView(ctx, userOf(ctx).id, id)
  if (!row) throw notFound('saved view')
  return row
}

/** @throws 409 if another of these views has the name */
export function checkName(views: readonly SavedViewRow[], name: string): void {
  if (views.some((view) => view.name === name))
    throw conflict('saved_view_name_taken', m.saved_view_name_taken(), 'name')
}

export const savedViewAnswer = ({ id, list, name, query, hidden_columns, created_at }: SavedViewRow): SavedView => ({
  saved_view_id: id,
  list,
  name,
  query,
  hidden_columns: [...hidden_columns],
  created_at: created_at.toString(),
})
