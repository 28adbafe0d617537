import { describe, expect, it } from 'vitest'
import { covers, isReadScope, narrowScopes, rightsOf } from './fhir-scope.ts'

describe('a scope', () => {
  it('of either version says what may be read [FH-2]', () => {
    expect(rightsOf('system/Patient.rs')).toEqual(['Patient.r', 'Patient.s'])
    expect(rightsOf('system/Patient.read')).toEqual(['Patient.r', 'Patient.s'])
    expect(rightsOf('system/Patient.r')).toEqual(['Patient.r'])
    expect(rightsOf('system/Patient.cruds')).toEqual(['Patient.r', 'Patient.s'])
    expect(rightsOf('system/*.read')).toHaveLength(10)
    for (const none of [
      'system/Patient.write',
      'system/Patient.cud',
      'system/Encounter.rs',
      'patient/Patient.rs',
      'x',
      '',
    ])
      expect(rightsOf(none), none).toEqual([])
  })

  it('is for reading only [FH-2]', () => {
    for (const good of ['system/Patient.rs', 'system/*.rs', 'system/*.read', 'system/Device.s'])
      expect(isReadScope(good)).toBe(true)
    for (const bad of [
      'system/*.*',
      'system/Patient.cruds',
      'system/Patient.rs?gender=male',
      'openid',
      'system/Patient.',
    ])
      expect(isReadScope(bad), bad).toBe(false)
  })

  it('is narrowed to what is allowed [FH-2]', () => {
    expect(narrowScopes(['system/*.read'], ['system/*.rs'])).toEqual(['system/*.read'])
    expect(narrowScopes(['system/*.read'], ['system/Patient.rs', 'system/Device.s'])).toEqual([
      'system/Patient.rs',
      'system/Device.s',
    ])
    expect(narrowScopes(['system/*.*'], ['system/Patient.read'])).toEqual(['system/Patient.rs'])
    expect(narrowScopes(['system/Observation.rs'], ['system/Patient.rs'])).toEqual([])
    expect(covers(['system/Patient.s'], 'Patient.r')).toBe(false)
  })
})
