import { expect, it } from 'vitest'
import { actsOn } from './resident-acts.ts'

it('offers what the present state allows, and no more [RE-4]', () => {
  expect(actsOn({ status: 1, device_id: null, leave: null })).toEqual([
    'edit',
    'flag',
    'assign',
    'leave',
    'discharge',
    'delete',
  ])
  const leave = { from: '2026-03-01T10:00:00Z', until: '2026-03-01T14:00:00Z' }
  expect(actsOn({ status: 1, device_id: 'd1', leave })).toEqual([
    'edit',
    'flag',
    'remove',
    'leave',
    'endLeave',
    'discharge',
    'delete',
  ])
  expect(actsOn({ status: 2, device_id: null, leave: null })).toEqual(['edit', 'flag', 'readmit', 'delete'])
  expect(actsOn({ status: 0, device_id: null, leave: null })).toEqual(['undelete'])
})
