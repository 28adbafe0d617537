export { removeOldAdtMessages } from './adt.sql.ts'
export { adtTaker } from './adt-taker.ts'
export { adtRoutes } from './routes.ts'
