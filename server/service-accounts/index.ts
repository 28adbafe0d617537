export { serviceAccountRoutes } from './routes.ts'
export { removeExpiredTokens } from './service-accounts.sql.ts'
