import { faultOf } from '@eupnea/contract/field-kinds.ts'
import { userFormFields as fields, userRules as rules } from '@eupnea/contract/users.fields.ts'
import type { User } from '@eupnea/contract/users.ts'
import { describe, expect, it } from 'vitest'
import { linesOf } from '../shared/form/lines.ts'
import { appliedFields, changesOf, formRules, type Typed, typedOf } from '../shared/form/record.ts'
import { recordOf } from './user-record.ts'

type Values = Typed<typeof fields>

const none = typedOf(fields, null)
const nora: Values = {
  ...none,
  user_type: 'clinic-web',
  first_name: ' Nora ',
  last_name: 'Night',
  email: 'nora@house.example',
}

const ada: User = {
  id: 'u1',
  user_type: 'clinical-triage',
  clinic_ids: ['c1', 'c2'],
  admin_clinic_ids: [],
  has_other_clinics: false,
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
const typed = (user: Partial<User> = {}): Values => typedOf(fields, recordOf({ ...ada, ...user }))
const sent = (kept: Values, now: Values) => changesOf(appliedFields(fields, kept, now), kept, now)
const faults = (now: Values, kept: Values | null = null) => formRules(fields, rules, kept).faultsOf(now)

describe('a new user [US-4]', () => {
  it('is made of what was given and applies to the type', () => {
    const person = { weight_kg: '70', is_admin_feature: false }
    expect(sent(none, { ...nora, ...person })).toEqual({
      user_type: 'clinic-web',
      first_name: 'Nora',
      last_name: 'Night',
      email: 'nora@house.example',
    })
    const superadmin = { ...nora, user_type: 'sa', clinic_ids: linesOf(['c1']), is_admin_feature: true }
    expect(Object.keys(sent(none, superadmin))).toEqual(['first_name', 'last_name', 'email', 'user_type'])
  })

  it('has a contact and a password only if given, the password as it was typed', () => {
    const given = sent(none, { ...nora, contact: '+447700900123', password: ' tall ships at noon' })
    expect(given).toMatchObject({ contact: '+447700900123', password: ' tall ships at noon' })
  })

  it('of a person has measures, with either decimal sign', () => {
    const measures = { weight_kg: '70,5', height_cm: ' 181 ', dob: '1950-02-03' }
    expect(sent(none, { ...nora, ...measures, user_type: 'member' })).toMatchObject({
      weight_kg: 70.5,
      height_cm: 181,
      dob: '1950-02-03',
    })
  })
})

describe('changes of a user [US-5]', () => {
  it('are none when nothing was changed, whatever the type, and in whatever order the facilities are', () => {
    for (const user_type of ['sa', 'clinical-triage', 'member', 'clinic-app'] as const)
      expect(sent(typed({ user_type }), typed({ user_type, clinic_ids: ['c2', 'c1'] }))).toEqual({})
  })

  it('are what was changed alone, and empty what was cleared', () => {
    const kept = typed()
    expect(sent(kept, { ...kept, last_name: 'King', contact: '', weight_kg: '' })).toEqual({
      last_name: 'King',
      contact: null,
      weight_kg: null,
    })
    expect(sent(kept, { ...kept, is_admin_feature: false })).toEqual({ is_admin_feature: false })
    expect(sent(kept, { ...kept, clinic_ids: linesOf(['c1']) })).toEqual({ clinic_ids: ['c1'] })
  })

  it('of the type bring nothing that was not asked for', () => {
    const superadmin = typed({ user_type: 'sa', clinic_ids: [], groups: ['sa'] })
    expect(sent(superadmin, { ...superadmin, user_type: 'vc-admin' })).toEqual({ user_type: 'vc-admin' })
  })

  it('keep what the type does not have and the user does, and offer no password', () => {
    const shown = Object.keys(appliedFields(fields, typed(), typed()))
    expect(shown).toContain('height_cm')
    expect(shown).not.toContain('password')
    const without = typed({ weight_kg: null })
    expect(Object.keys(appliedFields(fields, without, without))).not.toContain('height_cm')
  })
})

describe('faults of a user [US-5]', () => {
  it('are none for a sound one', () => {
    expect(faults(nora)).toEqual({})
    expect(faults(typed(), typed())).toEqual({})
  })

  it('are named by field', () => {
    expect(Object.keys(faults(none))).toEqual(['first_name', 'last_name', 'email', 'user_type'])
    const cases: [Partial<Values>, string][] = [
      [{ email: 'nobody' }, 'email'],
      [{ user_type: 'home_health_patient' }, 'clinic_ids'],
      [{ is_otp_enabled: true }, 'contact'],
      [{ contact: '7700900123' }, 'contact'],
      [{ contact: '+4412' }, 'contact'],
      [{ password: 'short' }, 'password'],
      [{ user_type: 'member', weight_kg: 'heavy' }, 'weight_kg'],
      [{ user_type: 'member', height_cm: '301' }, 'height_cm'],
      [{ user_type: 'member', dob: '2999-01-01' }, 'dob'],
    ]
    for (const [change, field] of cases) expect(Object.keys(faults({ ...nora, ...change }))).toEqual([field])
    expect(faultOf(fields.password, 'short')?.message).toBe('Use at least 12 characters')
  })

  it('come with the type where it asks for one facility', () => {
    const kept = typed({ clinic_ids: [] })
    expect(Object.keys(faults({ ...kept, user_type: 'clinic-app' }, kept))).toEqual(['clinic_ids'])
    expect(formRules(fields, rules, kept).touchedBy?.(['user_type'])).toEqual(['clinic_ids'])
  })
})
