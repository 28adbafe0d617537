export { type AuditEntry, changesOf } from './audit-entry.ts'
export { entriesAbout } from './entries-about.ts'
export { recordAudit, recordAuditOfRows, recordAuditOncePer, recordAudits } from './record-audit.ts'
export { auditRoutes } from './routes.ts'
