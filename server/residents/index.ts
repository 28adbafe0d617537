export { faceSheetRoutes, residentRoutes } from './routes.ts'
