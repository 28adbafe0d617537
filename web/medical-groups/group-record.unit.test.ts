import { medicalGroupFields as fields } from '@eupnea/contract/medical-groups.fields.ts'
import { expect, it } from 'vitest'
import { linesOf } from '../shared/form/lines.ts'
import { changesOf, faultsOf, typedOf } from '../shared/form/record.ts'
import { recordOf } from './group-record.ts'

const kept = typedOf(
  fields,
  recordOf({
    medical_group_id: 'g1',
    name: 'Lakeside',
    description: '',
    facilities: [
      { id: 'c1', name: 'One' },
      { id: 'c2', name: 'Two' },
    ],
  }),
)
const changed = (typed: Partial<typeof kept>) => changesOf(fields, kept, { ...kept, ...typed })

it('sends what was changed, and takes another order of facilities for no change [MG-1]', () => {
  expect(changed({})).toEqual({})
  expect(changed({ name: 'Lakeside ', clinic_ids: linesOf(['c2', 'c1']) })).toEqual({})
  expect(changed({ description: 'Six homes' })).toEqual({ description: 'Six homes' })
  expect(changed({ clinic_ids: linesOf(['c1', 'c3']) })).toEqual({ clinic_ids: ['c1', 'c3'] })
  expect(changed({ clinic_ids: [] })).toEqual({ clinic_ids: [] })
})

it('asks for a name and for no more facilities than a group can have [MG-2]', () => {
  expect(faultsOf(fields, [], kept, kept)).toEqual({})
  const clinic_ids = linesOf(Array.from({ length: 1_001 }, (_, index) => `c${index}`))
  expect(faultsOf(fields, [], null, { ...typedOf(fields, null), clinic_ids })).toEqual({
    name: 'Enter a name',
    clinic_ids: 'Choose at most 1,000 facilities',
  })
})
