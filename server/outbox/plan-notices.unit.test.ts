import { expect, it } from 'vitest'
import { planNotices, type Waiting } from './plan-notices.ts'

const now = 10_000_000
const limits = { burst: 3, perMinute: 1 }
const notice = (id: string, ageSeconds = 1, more: Partial<Waiting> = {}): Waiting => ({
  id,
  createdAt: now - ageSeconds * 1_000,
  isDue: true,
  isUnclear: false,
  isDanger: false,
  ...more,
})
const taken = (...secondsAgo: number[]) => new Map(secondsAgo.map((s, index) => [`t${index}`, now - s * 1_000]))

it('sends a few by themselves, and what is too much goes with the last of them [AL-6]', () => {
  const plan = (count: number) =>
    planNotices(
      Array.from({ length: count }, (_, index) => notice(`${index}`)),
      new Map(),
      now,
      limits,
    )
  expect(plan(3)).toEqual({ single: ['0', '1', '2'], merge: [], restAt: null })
  expect(plan(6)).toEqual({ single: ['0', '1'], merge: ['2', '3', '4', '5'], restAt: null })
})

it('gives a receiver no more than the limit, and says when the rest may go [AL-6]', () => {
  const waiting = [notice('a'), notice('b')]
  expect(planNotices(waiting, taken(100, 50), now, limits)).toEqual({ single: [], merge: ['a', 'b'], restAt: null })
  expect(planNotices(waiting, taken(100, 50, 20), now, limits)).toEqual({
    single: [],
    merge: [],
    restAt: now + 80_000,
  })
})

it('makes one of those that are late, and leaves news alone [AL-6]', () => {
  const waiting = [notice('a', 3_600), notice('b', 1_800), notice('c', 5)]
  expect(planNotices(waiting, new Map(), now, limits)).toEqual({ single: ['c'], merge: ['a', 'b'], restAt: null })
  expect(planNotices([notice('a', 3_600)], new Map(), now, limits)).toEqual({ single: ['a'], merge: [], restAt: null })
})

it('leaves dangers alone however late, within the limit [AN-7]', () => {
  const dangers = ['a', 'b', 'c', 'd', 'e'].map((id) => notice(id, 3_600, { isDanger: true }))
  const plan = (count: number) => planNotices(dangers.slice(0, count), new Map(), now, limits)
  expect(plan(3)).toEqual({ single: ['a', 'b', 'c'], merge: [], restAt: null })
  expect(plan(5)).toEqual({ single: ['a', 'b'], merge: ['c', 'd', 'e'], restAt: null })
})

it('never merges what the gateway may have, and counts its second try once [AL-6]', () => {
  const unclear = notice('t0', 3_600, { isUnclear: true })
  const waiting = [unclear, notice('a', 3_000), notice('b', 2_000)]
  expect(planNotices(waiting, taken(100, 50), now, limits)).toEqual({ single: ['t0'], merge: ['a', 'b'], restAt: null })
  // Not before its time.
  expect(planNotices([{ ...unclear, isDue: false }], taken(100), now, limits).single).toEqual([])
})
