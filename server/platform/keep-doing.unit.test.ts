import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { type Doing, keepDoing } from './keep-doing.ts'
import { createLog } from './log.ts'

let doing: Doing
let times = 0
const begin = (work: () => Promise<number>, gather?: () => Promise<unknown>) => {
  doing = keepDoing(
    createLog('silent'),
    { fails: 'waits', works: 'goes on' },
    () => work().finally(() => times++),
    gather,
  )
}
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms)

beforeEach(() => {
  vi.useFakeTimers()
  times = 0
})
afterEach(async () => {
  await doing.stop()
  vi.useRealTimers()
})

it('works immediately, when it is due and when it is woken, and no more once it is stopped [AL-6]', async () => {
  begin(async () => 5_000)
  await pass(4_999)
  expect(times).toBe(1)
  await pass(1)
  expect(times).toBe(2)
  doing.wake()
  await pass(0)
  expect(times).toBe(3)
  await doing.stop()
  doing.wake()
  await pass(60_000)
  expect(times).toBe(3)
})

it('works again for what woke it while it worked, once [AL-6]', async () => {
  begin(async () => 60_000)
  for (let nth = 0; nth < 3; nth++) doing.wake()
  await pass(0)
  expect(times).toBe(2)
})

it('tries again a second after it failed [AL-6]', async () => {
  begin(async () => {
    if (times === 0) throw new Error('The database is away')
    return 60_000
  })
  await pass(999)
  expect(times).toBe(1)
  await pass(1)
  expect(times).toBe(2)
})

it('does once what wakes it while it gathers [AL-6]', async () => {
  begin(
    async () => 60_000,
    () => new Promise((resolve) => setTimeout(resolve, 10)),
  )
  await pass(0)
  doing.wake()
  await pass(5)
  doing.wake()
  await pass(60)
  expect(times).toBe(2)
})
