export { leaveRoutes } from './routes.ts'
