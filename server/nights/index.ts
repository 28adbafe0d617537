export { hoursOf, type NightSpan, newestNight, nightAnswer, nightOf } from './night-answer.ts'
export { nightsOf } from './nights-of.ts'
export { nightRoutes } from './routes.ts'
