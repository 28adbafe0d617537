import * as calls from '@eupnea/contract/downtime.ts'
import { type Route, route } from '../platform/route.ts'
import { readDowntime } from './read-downtime.ts'

export const downtimeRoutes: readonly Route[] = [route(calls.readDowntime, readDowntime)]
