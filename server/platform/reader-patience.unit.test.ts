import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ReaderPatience } from './reader-patience.ts'

let hasEnded = false
let patience: ReaderPatience
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  hasEnded = false
  patience = new ReaderPatience(() => {
    hasEnded = true
  })
})
afterEach(() => {
  vi.useRealTimers()
})

const second = 1_000
const take = (bytes: number, afterMs: number) => {
  patience.begin()
  vi.advanceTimersByTime(afterMs)
  patience.end(bytes)
}

it('waits a minute for who takes nothing [RP-8]', () => {
  patience.begin()
  vi.advanceTimersByTime(60 * second - 1)
  expect(hasEnded).toBe(false)
  vi.advanceTimersByTime(1)
  expect(hasEnded).toBe(true)
})

it('waits for ever for who takes 64 kB a second, also in bursts, and not for who takes half of it [RP-8]', () => {
  for (let minute = 0; minute < 60; minute++) take(64_000 * 50, 50 * second)
  expect(hasEnded).toBe(false)
  for (let minute = 0; minute < 60 && !hasEnded; minute++) take(32_000 * 10, 10 * second)
  expect(hasEnded).toBe(true)
})

it('saves no time from who was fast before, and takes none for what is not read by anybody [RP-8]', () => {
  take(1_000_000_000, 1)
  vi.advanceTimersByTime(600 * second)
  expect(hasEnded).toBe(false)
  patience.begin()
  vi.advanceTimersByTime(60 * second)
  expect(hasEnded).toBe(true)
})
