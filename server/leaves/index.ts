export { closeLeave } from './close-leave.ts'
export { selectLeaves } from './leaves.sql.ts'
export { leaveRoutes } from './routes.ts'
