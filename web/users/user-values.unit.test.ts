import type { User } from '@eupnea/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { changesOf, faultsOf, newUserOf, noValues, type UserValues, valuesOf, wasOf } from './user-values.ts'

const nora: UserValues = {
  ...noValues,
  user_type: 'clinic-web',
  first_name: ' Nora ',
  last_name: 'Night',
  email: 'nora@house.example',
}

const kept: User = {
  id: 'u1',
  user_type: 'clinical-triage',
  clinic_ids: ['c1', 'c2'],
  clinic_list: [],
  first_name: 'Ada',
  last_name: 'Byron',
  email: 'ada@house.example',
  dob: null,
  gender: null,
  is_otp_enabled: true,
  weight_kg: 62.5,
  height_cm: null,
  is_cpro_app_member: false,
  groups: ['clinical-triage', 'superadmin-feature'],
  m_credentials: 'RN',
  m_npi: null,
  contact: '+447700900123',
  status: 1,
  is_email_verified: true,
  created_at: '2026-11-01T00:00:00Z',
  last_login: null,
}

describe('a new user [US-4]', () => {
  it('is made of what was given and applies to the type', () => {
    expect(newUserOf({ ...nora, weight_kg: '70', country: 'GB' })).toEqual({
      user_type: 'clinic-web',
      first_name: 'Nora',
      last_name: 'Night',
      email: 'nora@house.example',
      clinic_ids: [],
      is_otp_enabled: false,
      is_admin_feature: false,
    })
  })

  it('has a contact and a password only if given', () => {
    const given = newUserOf({ ...nora, country: 'GB', number: '07700 900123', password: 'tall ships at noon' })
    expect(given).toMatchObject({ contact: '+447700900123', password: 'tall ships at noon' })
  })

  it('of a type for one facility gets one, a Superadmin none', () => {
    const many = { ...nora, clinic_ids: ['c1', 'c2'] }
    expect(newUserOf({ ...many, user_type: 'clinic-app' }).clinic_ids).toEqual(['c1'])
    expect(newUserOf({ ...many, user_type: 'sa' })).not.toHaveProperty('clinic_ids')
    expect(newUserOf(many).clinic_ids).toEqual(['c1', 'c2'])
  })

  it('of a person has measures, with either decimal sign', () => {
    const person = newUserOf({ ...nora, user_type: 'member', weight_kg: '70,5', height_cm: ' 181 ', dob: '1950-02-03' })
    expect(person).toMatchObject({ weight_kg: 70.5, height_cm: 181, dob: '1950-02-03' })
  })
})

describe('changes of a user [US-5]', () => {
  it('are none when nothing was changed, whatever the type', () => {
    for (const user_type of ['sa', 'clinical-triage', 'member', 'clinic-app'] as const) {
      const values = valuesOf({ ...kept, user_type, clinic_ids: ['c1'] })
      expect(changesOf(values, values)).toEqual({})
    }
  })

  it('say which facilities were seen when these change, and only then [US-3]', () => {
    const values = valuesOf(kept)
    const fewer = changesOf(values, { ...values, clinic_ids: ['c1'] })
    expect(wasOf(['c1', 'c2'], fewer)).toEqual({ clinic_ids: ['c1', 'c2'] })
    expect(wasOf(['c1', 'c2'], changesOf(values, { ...values, last_name: 'King' }))).toBeUndefined()
  })

  it('are what was changed alone, and empty what was cleared', () => {
    const values = valuesOf(kept)
    expect(changesOf(values, { ...values, last_name: 'King', number: '', weight_kg: '' })).toEqual({
      last_name: 'King',
      contact: null,
      weight_kg: null,
    })
    expect(changesOf(values, { ...values, is_admin_feature: false })).toEqual({ is_admin_feature: false })
  })

  it('of the type bring what the new type needs', () => {
    const values = valuesOf(kept)
    expect(changesOf(values, { ...values, user_type: 'clinic-app' })).toEqual({
      user_type: 'clinic-app',
      clinic_ids: ['c1'],
    })
    const superadmin = valuesOf({ ...kept, user_type: 'sa', clinic_ids: [], groups: ['sa'] })
    expect(changesOf(superadmin, { ...superadmin, user_type: 'vc-admin' })).toEqual({ user_type: 'vc-admin' })
  })
})

describe('faults of a form [US-5]', () => {
  it('are none for a sound user', () => {
    expect(faultsOf(nora)).toEqual({})
    expect(faultsOf(valuesOf(kept), valuesOf(kept))).toEqual({})
  })

  it('are named by field', () => {
    expect(Object.keys(faultsOf(noValues))).toEqual(['first_name', 'last_name', 'email', 'user_type'])
    const cases: [Partial<UserValues>, string][] = [
      [{ email: 'nobody' }, 'email'],
      [{ user_type: 'home_health_patient' }, 'clinic_ids'],
      [{ is_otp_enabled: true }, 'contact'],
      [{ number: '7700900123' }, 'contact'],
      [{ country: 'GB', number: '12' }, 'contact'],
      [{ password: 'short' }, 'password'],
      [{ user_type: 'member', weight_kg: 'heavy' }, 'weight_kg'],
      [{ user_type: 'member', height_cm: '301' }, 'height_cm'],
      [{ user_type: 'member', dob: '2999-01-01' }, 'dob'],
    ]
    for (const [change, field] of cases) expect(Object.keys(faultsOf({ ...nora, ...change }))).toEqual([field])
  })
})
