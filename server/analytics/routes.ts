import * as calls from '@eupnea/contract/analytics.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { readUsage } from './read-usage.ts'
import { trackEvents } from './track-events.ts'

/** The limit of calls is kept by the routes: those made by one call of this share it. */
export const analyticsRoutes = (): readonly Route[] => [
  routeApart(calls.trackEvents, trackEvents()),
  route(calls.readUsage, readUsage),
]
