export { devicesOfDisplay } from './devices-of-display.ts'
export { displayRoutes } from './routes.ts'
