import * as calls from '@eupnea/contract/rates.ts'
import { type Route, route } from '../platform/route.ts'
import { listRates } from './list-rates.ts'

export const rateRoutes: readonly Route[] = [route(calls.listRates, listRates)]
