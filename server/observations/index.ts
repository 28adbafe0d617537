export { observationRoutes } from './routes.ts'
