import { expect, it } from 'vitest'
import { instantOfLocal } from './local-time.ts'

it('turns what a datetime field holds into an instant, and half a date into nothing [AP-5]', () => {
  const local = '2026-11-20T03:12'
  expect(instantOfLocal(local)).toBe(new Date(2026, 10, 20, 3, 12).toISOString())
  for (const half of ['', '2026-11', '2026-11-20', '2026-13-40T03:12', 'yesterday'])
    expect(instantOfLocal(half)).toBeUndefined()
})
