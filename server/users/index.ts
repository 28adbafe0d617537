export { removeUsersOfClinic } from './remove-users-of-clinic.ts'
export { userRoutes } from './routes.ts'
