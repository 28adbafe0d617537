import type { CallerRole } from '@eupnea/contract/access.ts'
import type { Call } from '@eupnea/contract/call.ts'
import type { Clinic } from './world.ts'

/** One person of every kind, a display and a service account. Only the three facts besides the groups decide what they may do. */
export interface Person {
  readonly name: string
  readonly groups: readonly string[]
  /** null: not signed in */
  readonly role: CallerRole | null
  readonly adminFeature: boolean
  /** administers the facilities that they see (EA-3) */
  readonly clinicAdmin?: true
  /** clinics they may see */
  readonly sees: 'all' | readonly ('own' | 'foreign')[]
  readonly session:
    | 'living'
    | 'none'
    | 'expired'
    | 'of a disabled user'
    | 'signed out'
    | 'made up'
    | 'of a display'
    | 'of a revoked display'
    | 'of a service account'
}

const living = (
  name: string,
  groups: readonly string[],
  role: CallerRole,
  sees: Person['sees'],
  adminFeature = false,
): Person => ({
  ...{ name, groups, role, sees, adminFeature },
  session: 'living',
})
const nobody = (name: string, session: Person['session']): Person => ({
  ...{ name, session, groups: ['sa'], role: null, adminFeature: false, sees: [] },
})

export const people: readonly Person[] = [
  living('a Superadmin', ['sa'], 'Superadmin', 'all'),
  living('a Provider of one facility', ['vc-admin'], 'Provider', ['own']),
  living('a triage user of one facility', ['clinical-triage'], 'Provider', ['own']),
  living('a Clinic user of one facility', ['clinic'], 'Clinic', ['own']),
  { ...living('a facility administrator', ['clinic'], 'Clinic', ['own']), clinicAdmin: true },
  living('a Clinic user of two facilities', ['clinic'], 'Clinic', ['own', 'foreign']),
  living('a Clinic user without a facility', ['clinic'], 'Clinic', []),
  living('a Member', ['member'], 'Member', ['own']),
  living('a Provider with superadmin-feature', ['vc-admin', 'superadmin-feature'], 'Provider', 'all', true),
  // No person: its role has no group.
  { ...living('a display', [], 'Display', ['own']), session: 'of a display' },
  // Its scopes are read by the calls of FHIR alone.
  { ...living('a service account of one facility', [], 'ServiceAccount', ['own']), session: 'of a service account' },
  nobody('a display that was revoked', 'of a revoked display'),
  nobody('a visitor', 'none'),
  nobody('a visitor with a made-up token', 'made up'),
  nobody('a Superadmin whose session has expired', 'expired'),
  nobody('a Superadmin who was disabled', 'of a disabled user'),
  nobody('a Superadmin who has signed out', 'signed out'),
]

/** What a call's declaration means for a person: 'open', or the status that refuses them. */
export function gate({ access }: Call, { role, adminFeature, clinicAdmin }: Person): 'open' | 401 | 403 {
  if (access === 'public') return 'open'
  if (role === null) return 401
  return access.roles.includes(role) ||
    (access.adminFeature === true && adminFeature) ||
    (access.clinicAdmin === true && clinicAdmin)
    ? 'open'
    : 403
}

export const seesForeign = ({ sees }: Person): boolean => sees === 'all' || sees.includes('foreign')
export const seesOwn = ({ sees }: Person): boolean => sees === 'all' || sees.includes('own')

export const clinicsOf = ({ sees }: Person, own: Clinic, foreign: Clinic): string[] =>
  sees === 'all' ? [] : sees.map((which) => (which === 'own' ? own : foreign).clinic_id)
