import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { startReloading } from './app/reload-for-parts.ts'

const fetched = vi.fn(async () => new Response())
const reload = vi.fn()
let fail: () => void

class Script {}
/** It exports nothing, so it is no module for TypeScript. */
const script: string = './first-look.ts'

beforeEach(() => {
  vi.useFakeTimers()
  const kept = new Map<string, string>()
  const storage = {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
  vi.stubGlobal('localStorage', storage)
  vi.stubGlobal('sessionStorage', storage)
  vi.stubGlobal('document', { documentElement: { dataset: {} } })
  vi.stubGlobal('matchMedia', () => ({ matches: false }))
  vi.stubGlobal('location', { pathname: '/', reload })
  vi.stubGlobal('HTMLScriptElement', Script)
  vi.stubGlobal('fetch', fetched)
  vi.stubGlobal('addEventListener', (type: string, listener: (event: { target: unknown }) => void) => {
    if (type === 'error') fail = () => listener({ target: new Script() })
  })
  reload.mockClear()
})
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

/** Opens a document whose script is missing. @returns seconds until it is reloaded */
async function secondsToReload(): Promise<number> {
  vi.resetModules()
  await import(/* @vite-ignore */ script)
  fail()
  const [from, count] = [Date.now(), reload.mock.calls.length]
  while (reload.mock.calls.length === count) await vi.advanceTimersByTimeAsync(1_000)
  return (Date.now() - from) / 1_000
}

it('a document without its script is reloaded soon, then more and more seldom, and soon again once it started [LI-9] [ER-1]', async () => {
  const waits: number[] = []
  for (let nth = 0; nth < 8; nth += 1) waits.push(await secondsToReload())
  expect(waits).toEqual([5, 10, 20, 40, 80, 160, 300, 300])
  startReloading()
  expect(await secondsToReload()).toBe(5)
})

it('a document without its script stays while the portal is not reached [LI-9] [ER-1]', async () => {
  for (let nth = 0; nth < 3; nth += 1) fetched.mockRejectedValueOnce(new TypeError('Failed to fetch'))
  expect(await secondsToReload()).toBe(20)
})
