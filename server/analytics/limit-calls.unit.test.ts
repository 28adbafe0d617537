import { expect, it } from 'vitest'
import { limitCalls } from './limit-calls.ts'

it('lets an address make 60 calls a minute, each for itself [AP-4]', () => {
  let now = 1_000
  const limit = limitCalls(() => now)
  for (let call = 0; call < 60; call++) limit('192.0.2.1')
  now += 20_000
  expect(() => limit('192.0.2.1')).toThrow(expect.objectContaining({ status: 429, retryAfter: 40 }))
  limit('192.0.2.2')
  limit(null)
  now += 40_000
  limit('192.0.2.1')
})
