export { deleteUser } from './delete-user.ts'
export { addMemberUser, type UserOfEmail, userOfEmail } from './invite-user.ts'
export { removeUsersOfClinic } from './remove-users-of-clinic.ts'
export { userRoutes } from './routes.ts'
