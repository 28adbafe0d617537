export { bringBackInvitations, removeOldInvitationMails } from './links.sql.ts'
export { bringBackProviderInvitations, removeOldProviderInvitations } from './provider-invitations.sql.ts'
export { memberRoutes } from './routes.ts'
