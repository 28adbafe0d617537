import { afterEach, expect, it } from 'vitest'
import { dropInvitation, keepInvitation, openInvitation } from './invitation.ts'

afterEach(dropInvitation)

it('keeps the challenge of an invitation until it is used [ID-2]', () => {
  expect(keepInvitation('#set-password=abc_DEF-123')).toBe(true)
  expect(openInvitation()).toBe('abc_DEF-123')
  dropInvitation()
  expect(openInvitation()).toBeNull()
})

it.each(['', '#pp_p4', '#set-password=', '#set-password=a b', '#set-password=%E0%A4%A', '#x&set-password=abc'])(
  'takes %j for no invitation [ID-2]',
  (hash) => {
    expect(keepInvitation(hash)).toBe(false)
    expect(openInvitation()).toBeNull()
  },
)
