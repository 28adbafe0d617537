import type { Resident } from '@eupnea/contract/residents.ts'
import { expect, it } from 'vitest'
import { broughtIn, changesOf, faultsOf, newResidentOf, noValues, valuesOf } from './resident-values.ts'

const ada: Resident = {
  patient_id: 'r1',
  clinic_id: 'c1',
  first_name: 'Ada',
  last_name: 'Byron',
  room: '12',
  floor: '1',
  status: 1,
  dob: '1941-03-02',
  gender: null,
  mrNo: null,
  dateOfAdmission: null,
  billing_information: null,
  information_file: null,
  isDocumentChanged: false,
  device_id: null,
  device: null,
  flaggedResidentNotes: { status: 1 },
  updated_at: '2026-11-20T03:12:00Z',
}
const kept = valuesOf(ada)

it('sends of a new resident what was given, of a change what was changed [RE-2]', () => {
  expect(newResidentOf({ ...noValues, first_name: ' Ada ', last_name: 'Byron', room: ' 12 ' })).toEqual({
    first_name: 'Ada',
    last_name: 'Byron',
    room: '12',
  })
  expect(changesOf(kept, { ...kept, room: '14', dob: '', mrNo: ' M 1 ', first_name: 'Ada ' })).toEqual({
    room: '14',
    dob: null,
    mrNo: 'M 1',
  })
  expect(changesOf(kept, { ...kept, room: '' })).toEqual({ room: '' })
})

it('keeps what was typed when somebody else changed the record meanwhile [RE-2]', () => {
  const typed = { ...kept, room: '14' }
  const now = { ...kept, room: '13', mrNo: 'M 1' }
  expect(broughtIn(kept, now, typed)).toEqual({ ...kept, room: '14', mrNo: 'M 1' })
})

it('names what is wrong beside its field [RE-8]', () => {
  const today = '2026-11-20'
  expect(faultsOf(kept, today)).toEqual({})
  expect(Object.keys(faultsOf({ ...noValues, first_name: '  ' }, today))).toEqual(['first_name', 'last_name'])
  expect(faultsOf({ ...kept, room: 'x'.repeat(65), dob: '2026-11-21' }, today)).toEqual({
    room: 'At most 64 characters',
    dob: 'Must not be in the future',
  })
  expect(faultsOf({ ...kept, dateOfAdmission: '1941-03-01' }, today)).toEqual({
    dateOfAdmission: 'Before the date of birth',
  })
})
