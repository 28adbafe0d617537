import * as calls from '@eupnea/contract/eligibility.ts'
import { type Route, route } from '../platform/route.ts'
import { listEligibilityLogs } from './list-eligibility-logs.ts'

/**
 * @param secret signs links to files
 * @param baseUrl the portal's public address
 */
export const eligibilityRoutes = (secret: string, baseUrl: () => string): readonly Route[] => [
  route(calls.listEligibilityLogs, listEligibilityLogs(secret, baseUrl)),
]
