export { removeOldInvitationMails } from './links.sql.ts'
export { memberRoutes } from './routes.ts'
