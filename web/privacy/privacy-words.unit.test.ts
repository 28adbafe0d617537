import { expect, it } from 'vitest'
import { dueText } from './privacy-words.ts'

it.each([
  ['2026-03-01', 'today', false],
  ['2026-03-02', 'tomorrow', false],
  ['2026-03-15', 'in 14 days', false],
  ['2026-02-28', '1 day late', true],
  ['2026-02-01', '28 days late', true],
])('says of what is due on %s: %s [PR-1]', (due_on, text, isLate) => {
  expect(dueText({ due_on }, '2026-03-01')).toEqual({ text, isLate })
})
