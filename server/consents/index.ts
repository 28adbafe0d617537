export { isReviewDue } from './is-review-due.ts'
export { consentRoutes } from './routes.ts'
