export { notificationRoutes } from './routes.ts'
export { startWatch } from './start-watch.ts'
export { beat, watchMonitoring } from './watch-monitoring.ts'
export { sensorOutages } from './watch-sensors.ts'
