import type { Session } from '@eupnea/contract/sessions.ts'
import { expect, it } from 'vitest'
import { actsOn } from './user-acts.ts'

const session = (role: Session['role']) => ({ id: 'me', role }) as Session
const superadmin = session('Superadmin')

it('offers neither deleting nor disabling on the own row [US-8]', () => {
  expect(
    actsOn({ id: 'me', user_type: 'sa', groups: ['sa'], status: 1, has_other_clinics: false }, superadmin),
  ).toEqual(['edit', 'password'])
  expect(
    actsOn(
      {
        id: 'me',
        user_type: 'vc-admin',
        groups: ['vc-admin', 'superadmin-feature'],
        status: 1,
        has_other_clinics: false,
      },
      session('Provider'),
    ),
  ).toEqual(['edit', 'clinics', 'password'])
})

it('offers everything on others, enabling only to the disabled [US-1]', () => {
  const other = { id: 'other', user_type: 'clinic-web' as const, groups: ['clinic'], has_other_clinics: false }
  expect(actsOn({ ...other, status: 1 }, superadmin)).toEqual([
    'edit',
    'clinics',
    'password',
    'two-step',
    'disable',
    'delete',
  ])
  expect(actsOn({ ...other, status: 0 }, superadmin)).toContain('enable')
})

it('offers nothing on Superadmins and others who administer to who is no Superadmin [US-8]', () => {
  const holder: Parameters<typeof actsOn>[0] = {
    id: 'other',
    user_type: 'vc-admin',
    status: 1,
    has_other_clinics: false,
    groups: ['vc-admin', 'superadmin-feature'],
  }
  expect(
    actsOn({ id: 'other', user_type: 'sa', groups: ['sa'], status: 1, has_other_clinics: false }, session('Provider')),
  ).toEqual([])
  expect(actsOn(holder, session('Provider'))).toEqual([])
  expect(actsOn(holder, superadmin)).toContain('password')
})

it('offers a facility administrator what concerns Clinic users of their facilities alone [EA-3]', () => {
  const head = { ...session('Clinic'), isClinicAdmin: true, admin_clinic_ids: ['maple'] } as Session
  const nurse: Parameters<typeof actsOn>[0] = {
    ...{ id: 'n', user_type: 'clinic-web', groups: ['clinic'], status: 1, has_other_clinics: false },
  }
  expect(actsOn(nurse, head)).toEqual(['edit', 'password', 'disable', 'delete'])
  expect(actsOn({ ...nurse, has_other_clinics: true }, head)).toEqual([])
  expect(actsOn({ ...nurse, user_type: 'vc-admin', groups: ['vc-admin'] }, head)).toEqual([])
  expect(actsOn({ ...nurse, id: 'me' }, head)).toEqual(['edit', 'password'])
})
