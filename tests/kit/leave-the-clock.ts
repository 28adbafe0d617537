import { afterAll, expect, vi } from 'vitest'

/** Test files of a worker share one world: a clock that one leaves standing fails whatever comes next. */
afterAll(() => {
  const isLeft = vi.isFakeTimers() || !`${Date.now}`.includes('[native code]')
  vi.useRealTimers()
  expect(isLeft, 'this file left a pretended clock behind').toBe(false)
})
