import type { ClinicAttention } from '@eupnea/contract/clinic-attention.ts'
import { expect, it } from 'vitest'
import { byNeed, needsLook } from './clinic-order.ts'

const calm: Omit<ClinicAttention, 'clinic_id' | 'residents'> = {
  out_of_range: 0,
  no_signal: 0,
  unacknowledged: 0,
  dangers: 0,
  oldest_at: null,
}

it('lists what needs a look first, and the rest in their order [SH-10]', () => {
  const needs = new Map([
    ['calm', calm],
    ['silent', { ...calm, no_signal: 3 }],
    ['waiting', { ...calm, unacknowledged: 2, oldest_at: '2026-11-20T03:00:00Z' }],
    ['danger', { ...calm, unacknowledged: 1, dangers: 1, oldest_at: '2026-11-20T03:10:00Z' }],
    ['seen', { ...calm, out_of_range: 1 }],
  ])
  const ids = ['calm', 'unknown', 'seen', 'silent', 'waiting', 'danger'].map((id) => ({ id }))
  expect(byNeed(ids, needs).map(({ id }) => id)).toEqual(['danger', 'waiting', 'seen', 'silent', 'calm', 'unknown'])
  expect([undefined, calm, needs.get('silent')].map(needsLook)).toEqual([false, false, true])
})
