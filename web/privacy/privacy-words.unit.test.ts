import { expect, it } from 'vitest'
import { dueText, erasureBar } from './privacy-words.ts'

it.each([
  ['2026-03-01', 'today', false],
  ['2026-03-02', 'tomorrow', false],
  ['2026-03-15', 'in 14 days', false],
  ['2026-02-28', '1 day late', true],
  ['2026-02-01', '28 days late', true],
])('says of what is due on %s: %s [PR-1]', (due_on, text, isLate) => {
  expect(dueText({ due_on }, '2026-03-01')).toEqual({ text, isLate })
})

it('says why somebody is not erased yet [PR-1]', () => {
  const asked = { state: 'open', kind: 'erasure', is_in_care: false, subject_type: 'user', subject_id: 'ada' } as const
  expect(erasureBar(asked, 'grace')).toBeNull()
  expect(erasureBar(asked, 'ada')).toBe('Ask another superadmin to erase your account')
  expect(erasureBar({ ...asked, state: 'refused' }, 'ada')).toBeNull()
  expect(erasureBar({ ...asked, subject_type: 'resident', is_in_care: true }, 'ada')).toBe('Discharge before erasing')
})
