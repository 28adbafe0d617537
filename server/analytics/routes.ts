import * as calls from '@eupnea/contract/analytics.ts'
import { type Route, route, routeApart } from '../platform/route.ts'
import { readUsage } from './read-usage.ts'
import { trackEvents } from './track-events.ts'

/** Call limits live with the routes, so all calls bound here share one. */
export const analyticsRoutes = (): readonly Route[] => [
  routeApart(calls.trackEvents, trackEvents()),
  route(calls.readUsage, readUsage),
]
