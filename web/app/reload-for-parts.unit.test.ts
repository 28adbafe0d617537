import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startReloading } from './reload-for-parts.ts'

let fail: () => Promise<void>
let isReached: boolean
const reload = vi.fn()
const minute = 60_000
let now: number

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
  vi.stubGlobal('location', { reload })
  vi.stubGlobal('addEventListener', (_type: string, listener: () => Promise<void>) => {
    fail = listener
  })
  vi.stubGlobal('fetch', async () => {
    if (!isReached) throw new TypeError('Failed to fetch')
    return new Response()
  })
  now = Date.parse('2026-11-29T03:00:00Z')
  vi.spyOn(Date, 'now').mockImplementation(() => now)
  reload.mockClear()
  isReached = true
  startReloading()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('a part that fails reloads the page, and not again for minutes [ER-1]', async () => {
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
  // In the next document, which tries again every few seconds.
  for (let passed = 0; passed < 290; passed += 2) {
    now += 2_000
    await fail()
  }
  expect(reload).toHaveBeenCalledTimes(1)
  // A wall has nobody who would reload it once the part is there.
  now += minute
  await fail()
  expect(reload).toHaveBeenCalledTimes(2)
})

it('a part reloads no page of a portal that is not reached, and one that is as soon as it is [ER-1]', async () => {
  isReached = false
  await fail()
  expect(reload).not.toHaveBeenCalled()
  now += 2_000
  isReached = true
  await fail()
  expect(reload).toHaveBeenCalledTimes(1)
})

it('a clock that was set back keeps no page from its new parts [ER-1]', async () => {
  await fail()
  now -= 60 * minute
  await fail()
  expect(reload).toHaveBeenCalledTimes(2)
})
