export { removeExpiredTokens } from './remove-expired-tokens.ts'
export { serviceAccountRoutes } from './routes.ts'
