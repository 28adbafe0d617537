import * as calls from '@eupnea/contract/audit.ts'
import { type Route, route } from '../platform/route.ts'
import { listAuditEntries } from './list-audit-entries.ts'

export const auditRoutes: readonly Route[] = [route(calls.listAuditEntries, listAuditEntries)]
