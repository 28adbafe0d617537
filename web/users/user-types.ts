import { type UserType, userTypeLabel, userTypes } from '@eupnea/contract/access.ts'
import { m } from '@eupnea/texts'

/** Which fields the types of users have, and what they may do (specification sections 3 and 5). */

/** What the types may do, in a sentence for the person who chooses. */
export const typeMeanings: Readonly<Record<UserType, () => string>> = {
  sa: m.user_type_sa_help,
  'vc-admin': m.user_type_provider_help,
  'clinic-web': m.user_type_web_help,
  'clinic-app': m.user_type_app_help,
  cip_users: m.user_type_external_help,
  'clinical-triage': m.user_type_triage_help,
  home_health_patient: m.user_type_home_help,
  member: m.user_type_member_help,
}

export const typeOptions = () => userTypes.map((type) => ({ value: type, label: userTypeLabel(type) }))

/** Types that belong to exactly one clinic (US-4). */
export const isOfOneClinic = (type: UserType | ''): boolean => type === 'clinic-app' || type === 'home_health_patient'

/** Sees every clinic anyway, so none is chosen. */
export const seesEveryClinic = (type: UserType | ''): boolean => type === 'sa'

/** Persons who are monitored or carry the app, and people of the profession (US-5). */
export const isPerson = (type: UserType | ''): boolean =>
  type === 'member' || type === 'home_health_patient' || type === 'clinic-app'
export const isProfessional = (type: UserType | ''): boolean =>
  type === 'vc-admin' || type === 'clinic-web' || type === 'cip_users' || type === 'clinical-triage'
