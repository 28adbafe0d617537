import { holderOfGroups } from '@eupnea/contract/access.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { type DisplayActor, isClinicAdmin, type ServiceActor, type UserActor } from '../platform/context.ts'
import type { DisplayRow, HolderRow, ServiceRow } from './sessions.sql.ts'

/** The actor for a session's holder. @param token as given; '' when it was a live token */
export const actorOf = (row: HolderRow, token: string): UserActor => ({
  type: 'user',
  id: row.user_id,
  name: row.name,
  email: row.email,
  ...holderOfGroups(row.groups),
  sessionId: row.session_id,
  isProved: row.is_proved,
  token,
  clinicIds: row.clinic_ids,
  adminClinicIds: row.admin_clinic_ids,
  profile: {
    avatar: row.image,
    isEmailVerified: row.email_verified,
    isAgreementDue: row.agreed_at === null,
  },
})

export const displayActorOf = ({ display_id, clinic_id, floor, name }: DisplayRow): DisplayActor => ({
  ...{ type: 'display', id: display_id, name, clinicIds: [clinic_id], floor },
})

export const serviceActorOf = ({ account_id, name, scopes, clinic_ids }: ServiceRow): ServiceActor => ({
  ...{ type: 'service-account', id: account_id, name, scopes, clinicIds: clinic_ids },
})

/** The signed-in person in the contract's form. */
export const sessionAnswer = ({ profile, ...user }: UserActor): Session => ({
  id: user.id,
  name: user.name,
  role: user.role,
  email: user.email,
  avatar: profile.avatar,
  authorized: true,
  loading: false,
  token: user.token,
  isSA: user.role === 'Superadmin',
  isAdminFeature: user.isAdminFeature,
  isClinicAdmin: isClinicAdmin(user),
  // The same ids as the inventory's owners (DE-6).
  details: { admin_id: user.role === 'Superadmin' ? user.id : null, user_id: user.id },
  clinic_ids: [...user.clinicIds],
  admin_clinic_ids: [...(user.adminClinicIds ?? [])],
  is_email_verified: profile.isEmailVerified,
  is_agreement_due: profile.isAgreementDue,
})
