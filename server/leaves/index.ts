export { closeLeave } from './close-leave.ts'
export { leaveRoutes } from './routes.ts'
