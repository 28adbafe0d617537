import { type UserType, userTypeLabel, userTypes } from '@eupnea/contract/access.ts'

/** Which fields the types of users have, and what they may do (specification sections 3 and 5). */

/** What the types may do, in a sentence for the person who chooses. */
export const typeMeanings: Readonly<Record<UserType, string>> = {
  sa: 'Sees every facility and administers the portal.',
  'vc-admin': 'Follows residents of the chosen facilities.',
  'clinic-web': 'Staff of the chosen facilities: opens their dashboards in this portal.',
  'clinic-app': 'Staff of exactly one facility who uses the mobile app.',
  cip_users: 'Somebody outside who follows residents of the chosen facilities.',
  'clinical-triage': 'Looks into flagged residents of the chosen facilities.',
  home_health_patient: 'A person who is monitored at home, under exactly one facility.',
  member: 'A person who sees nothing but their own nights.',
}

export const typeOptions = userTypes.map((type) => ({ value: type, label: userTypeLabel(type) }))

/** Types that belong to exactly one clinic (US-4). */
export const isOfOneClinic = (type: UserType | ''): boolean => type === 'clinic-app' || type === 'home_health_patient'

/** Sees every clinic anyway, so none is chosen. */
export const seesEveryClinic = (type: UserType | ''): boolean => type === 'sa'

/** Persons who are monitored or carry the app, and people of the profession (US-5). */
export const isPerson = (type: UserType | ''): boolean =>
  type === 'member' || type === 'home_health_patient' || type === 'clinic-app'
export const isProfessional = (type: UserType | ''): boolean =>
  type === 'vc-admin' || type === 'clinic-web' || type === 'cip_users' || type === 'clinical-triage'
