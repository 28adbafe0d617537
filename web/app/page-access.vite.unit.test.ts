import { type Role, roles } from '@eupnea/contract/access.ts'
import type { Session } from '@eupnea/contract/sessions.ts'
import { expect, it } from 'vitest'
import { menuOf, selectedEntry } from './menu-entries.ts'
import { type GuardedPage, mayOpen } from './page-access.ts'

const who = (role: Role, isAdminFeature = false): Session => ({
  id: 'u1',
  name: 'Ada Byron',
  role,
  email: 'ada@example.org',
  avatar: null,
  authorized: true,
  loading: false,
  token: 't',
  isSA: role === 'Superadmin',
  isAdminFeature,
  isClinicAdmin: false,
  admin_clinic_ids: [],
  details: { admin_id: null, user_id: 'u1' },
  clinic_ids: [],
  is_email_verified: true,
  is_agreement_due: false,
})
const host = 'portal.example.org'
const openTo = (page: GuardedPage) => roles.filter((role) => mayOpen(page, who(role), host))

it('opens the administration to Superadmins alone [SH-8] [SH-9] [SH-10]', () => {
  const pages = ['/facility/manage', '/facility/add', '/facility/profile/$slug', '/users/manage', '/users/add'] as const
  for (const page of [
    ...pages,
    '/users/edit/$slug',
    '/devices/manage',
    '/group/manage',
    '/group/add',
    '/group/edit/$slug',
  ] as const)
    expect(openTo(page), page).toEqual(['Superadmin'])
  for (const page of ['/audit', '/outbox', '/usage'] as const) expect(openTo(page), page).toEqual(['Superadmin'])
  expect(openTo('/dashboard')).toEqual(['Superadmin', 'Provider'])
})

it('opens dashboards to everyone but Members [SH-9] [SH-10]', () => {
  const pages = [
    '/clinic/profile',
    '/clinic/residents',
    '/clinic/rooms',
    '/clinic/wall',
    '/clinic/reports',
    '/clinic/inventory',
    '/clinic/notifications',
    '/clinic/handover',
    '/clinic/alerts',
    '/clinic/notes',
    '/clinic/billing',
    '/clinic/eligibility',
    '/clinic/ehr',
  ] as const
  for (const page of [...pages, '/patient/profile/$patient_id/$device_id'] as const)
    expect(openTo(page), page).toEqual(['Superadmin', 'Provider', 'Clinic'])
})

it('opens the administration, but not the audit log, to the admin-feature group [SH-8] [ID-7]', () => {
  expect(mayOpen('/users/manage', who('Clinic', true), host)).toBe(true)
  expect(mayOpen('/audit', who('Clinic', true), host)).toBe(false)
  expect(mayOpen('/service-accounts', who('Clinic', true), host)).toBe(true)
})

it('has no page for adding users on static hosts [SH-8]', () => {
  expect(mayOpen('/users/add', who('Superadmin'), 'd111111abcdef8.cloudfront.net')).toBe(false)
  expect(mayOpen('/users/manage', who('Superadmin'), 'd111111abcdef8.cloudfront.net')).toBe(true)
})

/** The entries for everyone who cares for residents. */
const live = [
  'Dashboard',
  'Residents',
  'Rooms & sensors',
  'Inventory',
  'Notifications',
  'Duty',
  'Handover',
  'SMS alerts',
  'Notes',
  'Reports',
  'Billing',
  'Eligibility logs',
  'EHR import',
  'Wall display',
]

const labels = (session: Session) =>
  menuOf(session, host).map(({ label, entries }) => [label, ...entries.map((entry) => entry.label)])

it('gives each role the menu of its pages [SH-9] [SH-10] [SH-14]', () => {
  expect(labels(who('Superadmin'))).toEqual([
    ['Administration', 'Facility', 'Users', 'Devices', 'Medical Group'],
    [
      'System',
      'Audit log',
      'Outbox',
      'Service accounts',
      'Directory',
      'Privacy requests',
      'De-identified exports',
      'Usage',
    ],
    ['Live', ...live],
  ])
  expect(labels(who('Clinic'))).toEqual([['Live', ...live]])
  expect(labels(who('Provider'))).toEqual([['Live', 'Facilities', ...live]])
  expect(labels(who('Member'))).toEqual([])
})

it('marks the entry of the page, on a resident’s page the one that it was opened from, else none [SH-14]', () => {
  const admin = who('Superadmin')
  const marked = (pathname: string, last = '') => selectedEntry(admin, pathname, last, host)?.key
  expect(marked('/users/edit/u2')).toBe('users')
  expect(marked('/dashboard')).toBe('clinic')
  expect(marked('/facility/profile/maple-court')).toBe('clinic')
  expect(marked('/clinic/profile')).toBe('dashboard')
  expect(marked('/patient/profile/p1/d1')).toBe('dashboard')
  expect(marked('/patient/profile/p1/d1', 'users')).toBe('dashboard')
  expect(marked('/patient/profile/p1', 'residents')).toBe('residents')
  expect(marked('/pp', 'users')).toBeUndefined()
  expect(marked('/nowhere', 'dashboard')).toBeUndefined()
  expect(selectedEntry(who('Member'), '/patient/profile/p1', '', host)).toBeUndefined()
})

it('opens users and their facilities to facility administrators, and nothing of the others [EA-3]', () => {
  const head = { ...who('Clinic'), isClinicAdmin: true, admin_clinic_ids: ['maple'] }
  const open = [
    '/facility/manage',
    '/facility/profile/$slug',
    '/facility/settings/$slug',
    '/users/manage',
    '/users/add',
  ]
  for (const page of open) expect(mayOpen(page as GuardedPage, head, host), page).toBe(true)
  for (const page of [
    '/facility/add',
    '/devices/manage',
    '/group/manage',
    '/service-accounts',
    '/audit',
    '/privacy',
    '/deidentified-exports',
  ] as const)
    expect(mayOpen(page, head, host), page).toBe(false)
  expect(menuOf(head, host).map(({ key, entries }) => [key, entries.map((entry) => entry.key)])[0]).toEqual([
    'administration',
    ['clinic', 'users'],
  ])
})
