export { medicalGroupRoutes } from './routes.ts'
