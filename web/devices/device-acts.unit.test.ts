import { expect, it } from 'vitest'
import { actsOn } from './device-acts.ts'

const atClinic = { clinic_id: 'c1', patient_id: null, record_status: 'active', is_returned: false } as const

it('offers what can be done where the device is [DE-2] [DE-3] [DE-4]', () => {
  expect(actsOn(atClinic, true)).toEqual(
    expect.arrayContaining(['key', 'replace', 'remove', 'deactivate', 'return', 'delete']),
  )
  const occupied = actsOn({ ...atClinic, patient_id: 'p1' }, true)
  expect(occupied).toEqual(expect.arrayContaining(['key', 'replace', 'remove']))
  for (const act of ['deactivate', 'return', 'delete']) expect(occupied).not.toContain(act)
  const stock = actsOn({ ...atClinic, clinic_id: null }, true)
  for (const act of ['replace', 'remove', 'stock']) expect(stock).not.toContain(act)
})

it('offers a device that was returned nothing but the way back and the end [DE-4]', () => {
  const returned = { clinic_id: null, patient_id: null, record_status: 'inactive', is_returned: true } as const
  expect(actsOn(returned, true)).toEqual(['activity', 'rename', 'stock', 'delete'])
  expect(actsOn({ ...returned, is_returned: false }, true)).toContain('activate')
})

it('offers staff what the calls let them do [DE-4] [SH-9]', () => {
  expect(actsOn(atClinic, false)).toEqual(['activity', 'link', 'rename'])
  expect(actsOn({ ...atClinic, patient_id: 'p1' }, false)).toEqual(['activity', 'rename'])
  expect(actsOn({ ...atClinic, record_status: 'inactive' }, false)).toEqual(['activity', 'rename'])
})
