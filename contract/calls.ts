import { analyticsCalls } from './analytics.ts'
import { auditCalls } from './audit.ts'
import type { Call } from './call.ts'
import { deviceCalls } from './devices.ts'
import { facilityCalls } from './facilities.ts'
import { hostCalls } from './hosts.ts'
import { medicalGroupCalls } from './medical-groups.ts'
import { openapiCalls } from './openapi.ts'
import { outboxCalls } from './outbox.ts'
import { reportCalls } from './reports.ts'
import { residentCalls } from './residents.ts'
import { sessionCalls } from './sessions.ts'
import { userCalls } from './users.ts'

/** The calls of each noun, as its file lists them. */
export const callsByNoun = {
  sessions: sessionCalls,
  users: userCalls,
  facilities: facilityCalls,
  'medical-groups': medicalGroupCalls,
  residents: residentCalls,
  devices: deviceCalls,
  reports: reportCalls,
  audit: auditCalls,
  outbox: outboxCalls,
  analytics: analyticsCalls,
  hosts: hostCalls,
  openapi: openapiCalls,
} as const satisfies Record<string, readonly Call[]>

/** Every call of the portal. */
export const calls: readonly Call[] = Object.values<readonly Call[]>(callsByNoun).flat()
