import { m } from '@eupnea/texts'
import { covers, type FhirRight } from './rules/fhir-scope.ts'

/** Roles, groups and what each call's `access` may say (specification section 6, requirement ID-7). */

export const roles = ['Superadmin', 'Provider', 'Clinic', 'Member'] as const
export type Role = (typeof roles)[number]

/** What a person or a program may be to a call: displays and service accounts have roles that no person can have (DI-1, FH-2). */
export type CallerRole = Role | 'Display' | 'ServiceAccount'

export const userTypes = [
  'sa',
  'vc-admin',
  'clinic-web',
  'clinic-app',
  'cip_users',
  'clinical-triage',
  'home_health_patient',
  'member',
] as const
export type UserType = (typeof userTypes)[number]

/** Group that opens the administration to someone who is not a Superadmin. */
export const adminFeatureGroup = 'superadmin-feature'

/** Every group that an identity can carry. */
export const groups = [
  'sa',
  'vc-admin',
  'clinic',
  'cip_users',
  'clinical-triage',
  'home_health_patient',
  'member',
  adminFeatureGroup,
] as const

/** sa → Superadmin; clinic → Clinic; member alone → Member; otherwise Provider (ID-7). */
export function roleOfGroups(groups: readonly string[]): Role {
  if (groups.includes('sa')) return 'Superadmin'
  if (groups.includes('clinic')) return 'Clinic'
  const rolesOnly = groups.filter((group) => group !== adminFeatureGroup)
  return rolesOnly.length === 1 && rolesOnly[0] === 'member' ? 'Member' : 'Provider'
}

/** User type chosen on a form → identity group (specification section 5). */
export function groupOfUserType(type: UserType): string {
  return type === 'clinic-web' || type === 'clinic-app' ? 'clinic' : type
}

/** Who may make a call. Clinic scope is not declared here: it always comes from the actor (`ctx`). */
export type Access =
  | 'public'
  | {
      readonly roles: readonly CallerRole[]
      readonly adminFeature?: true
      /** Clinic users who administer facilities too, within those (EA-3) */
      readonly clinicAdmin?: true
      /** what the scopes of a service account must allow as well */
      readonly right?: FhirRight
    }

export const access = {
  public: 'public',
  signedIn: { roles },
  /** Everyone who may open a live connection. */
  watchers: { roles: [...roles, 'Display'] },
  /** Superadmins only, not members of the admin-feature group. */
  superadmin: { roles: ['Superadmin'] },
  /** Superadmins and members of the admin-feature group. */
  admin: { roles: ['Superadmin'], adminFeature: true },
  /** Administrators, and facility administrators within their facilities (EA-3). */
  clinicAdmins: { roles: ['Superadmin'], adminFeature: true, clinicAdmin: true },
  /** Managers, and facility administrators within their facilities (EA-3). */
  managersAndClinicAdmins: { roles: ['Superadmin', 'Provider'], adminFeature: true, clinicAdmin: true },
  /** Who manages clinics: all of them, or the ones assigned to them (FA-4). */
  managers: { roles: ['Superadmin', 'Provider'], adminFeature: true },
  /** Everyone who cares for residents, within their own clinics. */
  staff: { roles: ['Superadmin', 'Provider', 'Clinic'], adminFeature: true },
  /** Staff, and displays on the wall within their facility or floor (DI-1). */
  staffAndDisplays: { roles: ['Superadmin', 'Provider', 'Clinic', 'Display'], adminFeature: true },
  display: { roles: ['Display'] },
  /** Staff, and service accounts within their facilities and scopes (FH-2). */
  staffAndServiceAccounts: { roles: ['Superadmin', 'Provider', 'Clinic', 'ServiceAccount'], adminFeature: true },
  /** Who may export everything at once (FH-1); each type of the export is checked against the scopes. */
  exporters: { roles: ['Superadmin', 'ServiceAccount'], adminFeature: true },
} as const satisfies Record<string, Access>

export interface Holder {
  readonly role: CallerRole
  readonly isAdminFeature: boolean
  /** a Clinic user who administers a facility */
  readonly isClinicAdmin?: boolean
  /** of a service account's token */
  readonly scopes?: readonly string[]
}

/** The role and feature that a person's groups give them. */
export const holderOfGroups = (groups: readonly string[]): Holder & { readonly role: Role } => ({
  role: roleOfGroups(groups),
  isAdminFeature: groups.includes(adminFeatureGroup),
})

export function allows(rule: Access, holder: Holder | null): boolean {
  if (rule === 'public') return true
  if (!holder) return false
  if (rule.right && holder.role === 'ServiceAccount' && !covers(holder.scopes ?? [], rule.right)) return false
  if (rule.roles.includes(holder.role) || (rule.adminFeature === true && holder.isAdminFeature)) return true
  return isByClinicAdmin(rule, holder)
}

/** Whether somebody may make a call only because they administer facilities: then only those are theirs (EA-3). */
export const isByClinicAdmin = (rule: Access, holder: Holder): boolean =>
  rule !== 'public' &&
  rule.clinicAdmin === true &&
  holder.role === 'Clinic' &&
  holder.isClinicAdmin === true &&
  !holder.isAdminFeature

/** Labels shown for groups (specification section 3, role display labels). */
export function roleLabel(group: string, isProApp = false): string {
  const labels: Record<string, () => string> = {
    member: m.user_role_member,
    cip_users: m.user_role_external,
    'vc-admin': m.user_role_provider,
    sa: m.user_role_superadmin,
    'clinical-triage': m.user_role_triage,
    home_health_patient: m.user_role_home,
  }
  if (group === 'clinic') return isProApp ? m.user_role_app() : m.user_role_web()
  return labels[group]?.() ?? group
}

/** A user type's name on screens. */
export const userTypeLabel = (type: UserType): string => roleLabel(groupOfUserType(type), type === 'clinic-app')
