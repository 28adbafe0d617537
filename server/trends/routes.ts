import * as calls from '@eupnea/contract/trends.ts'
import { type Route, route } from '../platform/route.ts'
import { dismissTrend } from './dismiss-trend.ts'
import { readTrendCounts } from './read-trend-counts.ts'

export const trendRoutes: readonly Route[] = [
  route(calls.readTrendCounts, readTrendCounts),
  route(calls.dismissTrend, dismissTrend),
]
