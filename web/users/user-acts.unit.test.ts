import type { Session } from '@eupnea/contract/sessions.ts'
import { expect, it } from 'vitest'
import { actsOn } from './user-acts.ts'

const session = (role: Session['role']) => ({ id: 'me', role }) as Session
const superadmin = session('Superadmin')

it('offers neither deleting nor disabling on the own row [US-8]', () => {
  expect(actsOn({ id: 'me', user_type: 'sa', status: 1 }, superadmin)).toEqual(['edit', 'password'])
  expect(actsOn({ id: 'me', user_type: 'vc-admin', status: 1 }, session('Provider'))).toEqual([
    'edit',
    'clinics',
    'password',
  ])
})

it('offers everything on others, enabling only to the disabled [US-1]', () => {
  const other = { id: 'other', user_type: 'clinic-web' } as const
  expect(actsOn({ ...other, status: 1 }, superadmin)).toEqual(['edit', 'clinics', 'password', 'disable', 'delete'])
  expect(actsOn({ ...other, status: 0 }, superadmin)).toContain('enable')
})

it('offers nothing on Superadmins to who is none [US-8]', () => {
  expect(actsOn({ id: 'other', user_type: 'sa', status: 1 }, session('Provider'))).toEqual([])
})
