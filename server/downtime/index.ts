export { downtimeOfReport } from './downtime-of-report.ts'
export { removeOldSpans } from './remove-old-spans.ts'
export { downtimeRoutes } from './routes.ts'
