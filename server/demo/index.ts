export { createDemo, type Demo } from './create-demo.ts'
export { demoRoutes } from './routes.ts'
export { prepareDemoSensors, runDemoSensors } from './run-demo-sensors.ts'
export { isPastDue, startPast } from './start-past.ts'
