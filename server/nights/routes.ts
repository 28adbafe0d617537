import * as calls from '@eupnea/contract/nights.ts'
import { type Route, route } from '../platform/route.ts'
import { listNights } from './list-nights.ts'
import { readNights } from './read-nights.ts'

export const nightRoutes: readonly Route[] = [route(calls.readNights, readNights), route(calls.listNights, listNights)]
