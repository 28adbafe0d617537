export { earlierPlansOf, type PlanVersion } from './earlier-plans.ts'
export { type PlanColumns, planOfRow } from './plan-row.ts'
export { type LimitsThen, planTimes } from './plan-times.ts'
export { planRoutes } from './routes.ts'
