import { expect, it } from 'vitest'
import { actsOn } from './resident-acts.ts'

it('offers what the present state allows, and no more [RE-4]', () => {
  expect(actsOn({ status: 1, device_id: null })).toEqual(['edit', 'flag', 'assign', 'discharge', 'delete'])
  expect(actsOn({ status: 1, device_id: 'd1' })).toEqual(['edit', 'flag', 'remove', 'discharge', 'delete'])
  expect(actsOn({ status: 2, device_id: null })).toEqual(['edit', 'flag', 'readmit', 'delete'])
  expect(actsOn({ status: 0, device_id: null })).toEqual(['undelete'])
})
