export { entriesAbout } from './audit.sql.ts'
export { type AuditEntry, changesOf } from './audit-entry.ts'
export {
  recordAudit,
  recordAuditOfPeople,
  recordAuditOfRows,
  recordAuditOncePer,
  recordAudits,
} from './record-audit.ts'
export { auditRoutes } from './routes.ts'
export { sendDigests } from './send-digests.ts'
export { verifyAudit } from './verify-audit.ts'
