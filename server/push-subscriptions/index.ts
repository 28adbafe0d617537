export { pushSubscribers } from './push-subscribers.ts'
export { selectSubscriptionsOf as pushSubscriptionsOf } from './push-subscriptions.sql.ts'
export { pushWords } from './push-words.ts'
export { type PushSettings, pushSubscriptionRoutes } from './routes.ts'
