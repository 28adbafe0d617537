import { expect, it } from 'vitest'
import { actsOn } from './device-acts.ts'

const atFacility = { clinic_id: 'c1', patient_id: null, record_status: 'active', is_returned: false } as const

it('offers what can be done where the device is [DE-2] [DE-3] [DE-4]', () => {
  expect(actsOn(atFacility)).toEqual(
    expect.arrayContaining(['key', 'replace', 'remove', 'deactivate', 'return', 'delete']),
  )
  const occupied = actsOn({ ...atFacility, patient_id: 'p1' })
  expect(occupied).toEqual(expect.arrayContaining(['key', 'replace', 'remove']))
  for (const act of ['deactivate', 'return', 'delete']) expect(occupied).not.toContain(act)
  const stock = actsOn({ ...atFacility, clinic_id: null })
  for (const act of ['replace', 'remove', 'stock']) expect(stock).not.toContain(act)
})

it('offers a device that was returned nothing but the way back and the end [DE-4]', () => {
  const returned = { clinic_id: null, patient_id: null, record_status: 'inactive', is_returned: true } as const
  expect(actsOn(returned)).toEqual(['activity', 'rename', 'stock', 'delete'])
  expect(actsOn({ ...returned, is_returned: false })).toContain('activate')
})
