import { expect, it } from 'vitest'
import { createAlertGate } from './alert-gate.ts'

it('a new alert for the same resident asks for a refetch only if the last is over a minute old [AL-3]', () => {
  const asks = createAlertGate()
  expect(asks('ada', 0)).toBe(true)
  expect(asks('ada', 59_999)).toBe(false)
  expect(asks('ada', 60_000)).toBe(false)
  expect(asks('mary', 1_000)).toBe(true)
  expect(asks('ada', 60_001)).toBe(true)
  expect(asks('ada', 100_000)).toBe(false)
})
