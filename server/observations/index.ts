export { exportedResources } from './exported-resources.ts'
export { observationRoutes } from './routes.ts'
