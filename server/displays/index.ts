export { devicesOfDisplay } from './devices-of-display.ts'
export { bringBackCodes } from './displays.sql.ts'
export { displayRoutes } from './routes.ts'
