import { m } from '@eupnea/texts'
import { z } from 'zod'
import { access } from './access.ts'
import { call } from './call.ts'
import { id, instant, line, noAnswer, schemaOf } from './fields.ts'
import { savedViewFields } from './saved-views.fields.ts'

/** Lists as a person wants to see them again, wherever they sign in (EA-2). */

/** Most views that one person may save of one list. */
export const mostSavedViews = 50

const savedView = z.object({
  saved_view_id: z.string(),
  /** the list's name: `residents` */
  list: z.string(),
  name: z.string(),
  /** of the page's address, without the question mark */
  query: z.string(),
  hidden_columns: z.array(z.string()),
  created_at: instant,
})
export type SavedView = z.output<typeof savedView>

const name = schemaOf(savedViewFields.name)

export const listSavedViews = call({
  name: 'listSavedViews',
  method: 'GET',
  path: '/saved-views',
  access: access.signedIn,
  summary: m.saved_view_list_call(),
  input: z.object({ list: id }),
  output: z.object({ items: z.array(savedView) }),
})

export const createSavedView = call({
  name: 'createSavedView',
  method: 'POST',
  path: '/saved-views',
  access: access.signedIn,
  summary: m.saved_view_create_call(),
  input: z.object({
    list: id,
    name,
    query: line(1_000).default(''),
    hidden_columns: z.array(id).max(40).default([]),
  }),
  output: savedView,
  once: true,
})

export const renameSavedView = call({
  name: 'renameSavedView',
  method: 'PUT',
  path: '/saved-views/{saved_view_id}',
  access: access.signedIn,
  summary: m.saved_view_rename_call(),
  input: z.object({ saved_view_id: id, name }),
  output: savedView,
})

export const deleteSavedView = call({
  name: 'deleteSavedView',
  method: 'DELETE',
  path: '/saved-views/{saved_view_id}',
  access: access.signedIn,
  summary: m.saved_view_delete_call(),
  input: z.object({ saved_view_id: id }),
  output: noAnswer,
})

export const savedViewCalls = [listSavedViews, createSavedView, renameSavedView, deleteSavedView]
