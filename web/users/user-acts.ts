import type { Session } from '@eupnea/contract/sessions.ts'
import { isOfClinicAdmins } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { isClinicAdmin } from '../shared/session.ts'
import { hasAdminFeature } from './user-record.ts'

/** What can be done to a user. */
export type UserAct = 'edit' | 'clinics' | 'password' | 'two-step' | 'disable' | 'enable' | 'delete'

export const isOwn = (user: Pick<User, 'id'>, session: Session): boolean => user.id === session.id

/** Whoever works elsewhere too, or isn't a Clinic user, is no business of a facility administrator (EA-3). */
export const isOthers = (user: Pick<User, 'user_type' | 'has_other_clinics'>, session: Session): boolean =>
  isClinicAdmin(session) && (!isOfClinicAdmins(user.user_type) || user.has_other_clinics)

/**
 * What is offered. Nobody disables or deletes themselves (US-8); Superadmins and others who administer are no business of
 * those who administer without being a Superadmin; facility administrators manage Clinic users of their facilities
 * alone (EA-3). The server refuses it anyway.
 */
export function actsOn(
  user: Pick<User, 'id' | 'user_type' | 'groups' | 'status' | 'has_other_clinics'>,
  session: Session,
): readonly UserAct[] {
  const isSuperadmin = user.user_type === 'sa'
  if (!mayGrant(session) && (isSuperadmin || (hasAdminFeature(user) && !isOwn(user, session)))) return []
  if (isOthers(user, session)) return []
  const ofAll: UserAct[] =
    isSuperadmin || isClinicAdmin(session) ? ['edit', 'password'] : ['edit', 'clinics', 'password']
  if (isOwn(user, session)) return ofAll
  const twoStep: UserAct[] = isClinicAdmin(session) ? [] : ['two-step']
  return [...ofAll, ...twoStep, user.status === 1 ? 'disable' : 'enable', 'delete']
}

/** May make Superadmins and open the administration to others. */
export const mayGrant = (session: Session): boolean => session.role === 'Superadmin'
