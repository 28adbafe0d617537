export { eligibilityRoutes } from './routes.ts'
export { writeEligibilityLog } from './write-eligibility-log.ts'
