export { ehrImportRoutes } from './routes.ts'
