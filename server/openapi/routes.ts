import { readOpenapi as declaration } from '@eupnea/contract/openapi.ts'
import { type Route, route } from '../platform/route.ts'
import { readOpenapi } from './read-openapi.ts'

/** @param routes of the other nouns, for their answer statuses */
export const openapiRoutes = (routes: readonly Route[]): readonly Route[] => [
  route(declaration, readOpenapi(new Map(routes.map(({ call, status }) => [call.name, status])))),
]
