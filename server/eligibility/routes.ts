import * as calls from '@eupnea/contract/eligibility.ts'
import { type Route, route } from '../platform/route.ts'
import { listEligibilityLogs } from './list-eligibility-logs.ts'

/** @param secret what links to files are signed with @param baseUrl where people reach the portal */
export const eligibilityRoutes = (secret: string, baseUrl: () => string): readonly Route[] => [
  route(calls.listEligibilityLogs, listEligibilityLogs(secret, baseUrl)),
]
