export { removeOldAdtMessages } from './remove-old-adt-messages.ts'
export { adtRoutes } from './routes.ts'
export { startAdt } from './start-adt.ts'
