import { expect, it } from 'vitest'
import { actsOn } from './device-acts.ts'

const atClinic = { clinic_id: 'c1', patient_id: null, record_status: 'active', is_returned: false } as const

it('offers what can be done where the device is [DE-2] [DE-3] [DE-4]', () => {
  expect(actsOn(atClinic, 'administrator')).toEqual(
    expect.arrayContaining(['key', 'replace', 'remove', 'deactivate', 'return', 'delete']),
  )
  const occupied = actsOn({ ...atClinic, patient_id: 'p1' }, 'administrator')
  expect(occupied).toEqual(expect.arrayContaining(['key', 'replace', 'remove']))
  for (const act of ['deactivate', 'return', 'delete']) expect(occupied).not.toContain(act)
  const stock = actsOn({ ...atClinic, clinic_id: null }, 'administrator')
  for (const act of ['replace', 'remove', 'stock']) expect(stock).not.toContain(act)
})

it('offers a device that was returned nothing but the way back and the end [DE-4]', () => {
  const returned = { clinic_id: null, patient_id: null, record_status: 'inactive', is_returned: true } as const
  expect(actsOn(returned, 'administrator')).toEqual(['activity', 'rename', 'stock', 'delete'])
  expect(actsOn({ ...returned, is_returned: false }, 'administrator')).toContain('activate')
})

it('offers staff what the calls let them do [DE-4] [SH-9]', () => {
  expect(actsOn(atClinic, 'staff')).toEqual(['activity', 'link', 'rename'])
  expect(actsOn({ ...atClinic, patient_id: 'p1' }, 'staff')).toEqual(['activity', 'rename'])
  expect(actsOn({ ...atClinic, record_status: 'inactive' }, 'staff')).toEqual(['activity', 'rename'])
})

it('offers a facility administrator the settings and the key besides [EA-3]', () => {
  const device = { clinic_id: 'c1', patient_id: null, record_status: 'active', is_returned: false } as const
  expect(actsOn(device, 'clinic-admin')).toEqual(['activity', 'link', 'rename', 'edit', 'key'])
})
