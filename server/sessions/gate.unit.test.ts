import { afterEach, expect, it, vi } from 'vitest'
import { createGate } from './gate.ts'

afterEach(() => {
  vi.useRealTimers()
})

it('lets two in at once, the others in their order, and goes on after one that fails [ID-9]', async () => {
  const gate = createGate({ places: 2, mostWaiting: 3, rest: () => 0 })
  const started: number[] = []
  let inside = 0
  let most = 0
  const work = (number: number) =>
    gate(async () => {
      started.push(number)
      most = Math.max(most, ++inside)
      await new Promise(setImmediate)
      inside--
      if (number === 3) throw new Error('fails')
      return number
    })
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map(work))
  expect(started).toEqual([1, 2, 3, 4, 5])
  expect(most).toBe(2)
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'fulfilled', 'fulfilled'])
})

it('rests between pieces of work without keeping anyone from their result [ID-9]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] })
  const gate = createGate({ places: 1, mostWaiting: 3, rest: (tookMs) => tookMs })
  const done: string[] = []
  const work = (name: string) =>
    gate(async () => {
      vi.advanceTimersByTime(10)
      return name
    }).then((result) => done.push(result))
  const all = Promise.all([work('first'), work('second')])
  await vi.advanceTimersByTimeAsync(9)
  expect(done).toEqual(['first'])
  await vi.advanceTimersByTimeAsync(1)
  await all
  expect(done).toEqual(['first', 'second'])
})

it('refuses who would wait too long, and takes people again afterwards [ID-9]', async () => {
  const gate = createGate({ places: 1, mostWaiting: 1, rest: () => 0 })
  const slow = () => gate(() => new Promise((resolve) => setImmediate(resolve)))
  const results = await Promise.allSettled([slow(), slow(), slow()])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected'])
  expect(results[2]).toMatchObject({ reason: { status: 503, retryAfter: 5 } })
  await slow()
})
