import * as calls from '@eupnea/contract/search.ts'
import { type Route, route, runAs } from '../platform/route.ts'
import { searchPortal } from './search-portal.ts'
import { searchUsers } from './search-users.ts'

/** Two calls: people are read as another database role than residents (DO-1). */
export const searchRoutes: readonly Route[] = [
  route(calls.searchPortal, searchPortal),
  ...runAs('identity', route(calls.searchUsers, searchUsers)),
]
