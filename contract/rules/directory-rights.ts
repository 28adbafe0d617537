import type { UserType } from '../access.ts'
import { isOfOneClinic, seesEveryClinic } from '../users.fields.ts'

/** From groups of the house's directory to what a person may do here (SI-1). */

/** User types that a rule can give, the strongest first: it wins if several rules match. */
export const ruledTypes = [
  'sa',
  'vc-admin',
  'clinic-web',
  'cip_users',
  'clinical-triage',
  'clinic-app',
] as const satisfies readonly UserType[]
export type RuledType = (typeof ruledTypes)[number]

interface DirectoryRights {
  readonly user_type: RuledType
  readonly is_admin_feature: boolean
  /** sorted; none for who sees every facility anyway */
  readonly clinic_ids: readonly string[]
}

interface Rule extends DirectoryRights {
  readonly id: string
  readonly group_name: string
}

/** no_group: no rule names any of the groups. not_one_clinic: this user type has exactly one facility. */
export type DirectoryRefusal = 'no_group' | 'not_one_clinic'

export interface DirectoryVerdict<R extends Rule = Rule> {
  /** null: they are not let in */
  readonly rights: DirectoryRights | null
  readonly refusal: DirectoryRefusal | null
  /** the rules that match, by the order of the groups */
  readonly because: readonly R[]
}

/** What these groups give: the strongest user type, and the facilities of all rules that match. */
export function judgeGroups<R extends Rule>(rules: readonly R[], groups: readonly string[]): DirectoryVerdict<R> {
  const because = [...new Set(groups)].flatMap((group) => rules.find((rule) => rule.group_name === group) ?? [])
  const user_type = ruledTypes.find((type) => because.some((rule) => rule.user_type === type))
  if (!user_type) return { rights: null, refusal: 'no_group', because }
  const clinic_ids = seesEveryClinic(user_type) ? [] : [...new Set(because.flatMap((rule) => rule.clinic_ids))].sort()
  if (isOfOneClinic(user_type) && clinic_ids.length !== 1) return { rights: null, refusal: 'not_one_clinic', because }
  // Superadmins have it anyway.
  const is_admin_feature = user_type !== 'sa' && because.some((rule) => rule.is_admin_feature)
  return { rights: { user_type, is_admin_feature, clinic_ids }, refusal: null, because }
}
