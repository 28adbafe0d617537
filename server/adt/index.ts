export { removeOldAdtMessages } from './adt.sql.ts'
export { adtRoutes } from './routes.ts'
export { startAdt } from './start-adt.ts'
