import { expect, it } from 'vitest'
import { queryWith } from './address.ts'

it('names the facility with a choice, and nothing without one [EA-2]', () => {
  expect(queryWith({}, { floor: '2' }, 'maple')).toEqual({ floor: '2', facility: 'maple' })
  expect(queryWith({ floor: '2', facility: 'maple' }, { floor: '' }, 'maple')).toEqual({})
  expect(queryWith({ act: 'add' }, { act: null }, 'maple')).toEqual({})
})

it('names the facility that is shown now, and none on pages of several [EA-2]', () => {
  expect(queryWith({ floor: '2', facility: 'birch' }, {}, 'maple')).toEqual({ floor: '2', facility: 'maple' })
  expect(queryWith({ type: 'sa' }, { status: '1' }, undefined)).toEqual({ type: 'sa', status: '1' })
})
