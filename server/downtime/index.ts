export { removeOldSpans } from './downtime.sql.ts'
export { downtimeOfReport } from './downtime-of-report.ts'
export { downtimeRoutes } from './routes.ts'
