import { type UserType, userTypeLabel, userTypes } from '@eupnea/contract/access.ts'
import { m } from '@eupnea/texts'

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
