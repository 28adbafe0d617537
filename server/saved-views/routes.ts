import * as calls from '@eupnea/contract/saved-views.ts'
import { type Route, route } from '../platform/route.ts'
import { createSavedView } from './create-saved-view.ts'
import { deleteSavedView } from './delete-saved-view.ts'
import { listSavedViews } from './list-saved-views.ts'
import { renameSavedView } from './rename-saved-view.ts'

export const savedViewRoutes: readonly Route[] = [
  route(calls.listSavedViews, listSavedViews),
  route(calls.createSavedView, createSavedView, 201),
  route(calls.renameSavedView, renameSavedView),
  route(calls.deleteSavedView, deleteSavedView),
]
