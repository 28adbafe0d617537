export { rateRoutes } from './routes.ts'
