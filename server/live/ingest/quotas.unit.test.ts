import { expect, it } from 'vitest'
import { createQuotas } from './quotas.ts'

it('lets a device send a second’s worth, then wait for what it sent beyond, and no other device [DO-6]', () => {
  let now = 0
  const quotas = createQuotas({ readings: 100, bytes: 1_000, connections: 4 }, () => now)
  quotas.spend('flood', 100, 100)
  expect(quotas.waitMs('flood')).toBe(0)
  quotas.spend('flood', 50, 0)
  expect(quotas.waitMs('flood')).toBe(500)
  expect(quotas.waitMs('other')).toBe(0)
  now += 400
  expect(quotas.waitMs('flood')).toBe(100)
  now += 100
  expect(quotas.waitMs('flood')).toBe(0)
  // A pause gives no more than a second's worth.
  now += 3_600_000
  quotas.spend('flood', 200, 0)
  expect(quotas.waitMs('flood')).toBe(1_000)
})

it('counts bytes too [DO-6]', () => {
  const quotas = createQuotas({ readings: 100, bytes: 1_000, connections: 4 }, () => 0)
  quotas.spend('flood', 1, 3_000)
  expect(quotas.waitMs('flood')).toBe(2_000)
})
