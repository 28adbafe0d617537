import { expect, it } from 'vitest'
import { changesOf, faultsOf, isChanged, noValues, statusOf, statusText, valuesOf } from './group-values.ts'

const kept = valuesOf({
  medical_group_id: 'g1',
  name: 'Lakeside',
  description: '',
  facilities: [
    { id: 'c1', name: 'One' },
    { id: 'c2', name: 'Two' },
  ],
})

it('tells fields from facilities, and another order from a change [MG-1]', () => {
  expect(changesOf(kept, kept)).toEqual({ fields: {}, clinic_ids: undefined })
  expect(isChanged(kept, { ...kept, name: 'Lakeside ', clinic_ids: ['c2', 'c1'] })).toBe(false)
  expect(changesOf(kept, { ...kept, description: 'Six homes' })).toEqual({
    fields: { description: 'Six homes' },
    clinic_ids: undefined,
  })
  expect(changesOf(kept, { ...kept, clinic_ids: ['c1', 'c3'] })).toEqual({ fields: {}, clinic_ids: ['c1', 'c3'] })
  expect(changesOf(kept, { ...kept, clinic_ids: [] })).toEqual({ fields: {}, clinic_ids: [] })
})

it('asks for a name and for no more facilities than a group can have [MG-2]', () => {
  expect(faultsOf(kept)).toEqual({})
  const clinic_ids = Array.from({ length: 1_001 }, (_, index) => `c${index}`)
  expect(faultsOf({ ...noValues, clinic_ids })).toEqual({
    name: 'Enter a name',
    clinic_ids: 'Choose at most 1,000 facilities',
  })
})

it('goes from loading to success and back to nothing [MG-1]', () => {
  const idle = { isPending: false, isSuccess: false }
  const all = [{ ...idle, isPending: true }, { ...idle, isSuccess: true }, idle].map(statusOf)
  expect(all).toEqual(['loading', 'success', null])
  expect(all.map(statusText)).toEqual(['Saving…', 'Saved', ''])
})
