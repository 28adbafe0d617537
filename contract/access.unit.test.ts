import { expect, it } from 'vitest'
import { allows, groupOfUserType, roleLabel, roleOfGroups, type UserType, userTypeLabel } from './access.ts'

it.each([
  [['sa'], 'Superadmin'],
  [['member', 'clinic', 'sa'], 'Superadmin'],
  [['clinic'], 'Clinic'],
  [['vc-admin', 'clinic'], 'Clinic'],
  [['member'], 'Member'],
  [['member', 'superadmin-feature'], 'Member'],
  // The role is Member only if this is the only group.
  [['member', 'vc-admin'], 'Provider'],
  [['home_health_patient', 'member'], 'Provider'],
  [['vc-admin'], 'Provider'],
  [['cip_users'], 'Provider'],
  [[], 'Provider'],
] as const)('of the groups %j the role is %s [ID-7]', (groups, role) => {
  expect(roleOfGroups(groups)).toBe(role)
})

it.each([
  ['sa', 'sa', 'Superadmin'],
  ['vc-admin', 'vc-admin', 'Provider'],
  ['clinic-web', 'clinic', 'Web Portal Member'],
  ['clinic-app', 'clinic', 'Pro App Member'],
  ['cip_users', 'cip_users', 'Web Portal External Member/CIP User'],
  ['clinical-triage', 'clinical-triage', 'Triage User'],
  ['home_health_patient', 'home_health_patient', 'Home Health Patient'],
  ['member', 'member', 'Member'],
] as const satisfies readonly (readonly [UserType, string, string])[])(
  'the type %s is of the group %s and called %s [ID-7] [US-4]',
  (type, group, label) => {
    expect([groupOfUserType(type), userTypeLabel(type)]).toEqual([group, label])
    expect(roleLabel(group, type === 'clinic-app')).toBe(label)
  },
)

it('the group superadmin-feature opens what is declared so, and nothing else [ID-7]', () => {
  const holder = { role: 'Provider', isAdminFeature: true } as const
  expect(allows({ roles: ['Superadmin'], adminFeature: true }, holder)).toBe(true)
  expect(allows({ roles: ['Superadmin'], adminFeature: true }, { ...holder, isAdminFeature: false })).toBe(false)
  expect(allows({ roles: ['Superadmin'] }, holder)).toBe(false)
  expect(allows({ roles: ['Provider'] }, null)).toBe(false)
  expect(allows('public', null)).toBe(true)
})
