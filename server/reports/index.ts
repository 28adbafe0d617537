export { rollHours } from './roll-hours.ts'
export { reportDeliveryRoutes, reportLinkRoutes, reportRoutes } from './routes.ts'
export { sendDailyReports } from './send-daily-reports.ts'
export { type ResidentSummary, summariseResidents } from './summarise-residents.ts'
