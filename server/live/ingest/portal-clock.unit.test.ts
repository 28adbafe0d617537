import { expect, it } from 'vitest'
import { createPortalClock } from './portal-clock.ts'

const minute = 60_000

it('is wrong where most sensors say so, by the same [WA-6]', () => {
  let now = 0
  const clock = createPortalClock(() => now)
  clock.note(1, -10 * minute)
  clock.note(2, -10 * minute - 2_000)
  expect(clock.aheadMs).toBeNull()
  clock.note(3, -200)
  expect(clock.aheadMs).toBe(10 * minute)
  clock.note(4, 0)
  clock.note(5, 100)
  expect(clock.aheadMs).toBeNull()
  now = 6 * minute
  for (const no of [1, 2, 3]) clock.note(no, 2 * minute)
  expect(clock.aheadMs).toBe(-2 * minute)
})

it('is wrong by more than a minute only [WA-6]', () => {
  const aheadBy = (offMs: number) => {
    const clock = createPortalClock(() => 0)
    for (const no of [1, 2, 3]) clock.note(no, -offMs)
    return clock.aheadMs
  }
  expect([aheadBy(minute), aheadBy(minute + 1)]).toEqual([null, minute + 1])
  expect([aheadBy(-minute), aheadBy(-minute - 1)]).toEqual([null, -minute - 1])
})

it('is right where sensors send what they had stored [WA-6]', () => {
  const clock = createPortalClock(() => 0)
  for (const [no, minutes] of [3, 20, 45, 600].entries()) clock.note(no, -minutes * minute)
  expect(clock.aheadMs).toBeNull()
})

it('is not doubted while all sensors of a site send what they stored during an outage [WA-6]', () => {
  let now = 0
  const clock = createPortalClock(() => now)
  const said: (number | null)[] = []
  for (let sent = 0; sent < 600; sent++) {
    now += 100
    for (const no of [1, 2, 3]) clock.note(no, (sent - 600) * 1_000 + no)
    if (sent > 0) said.push(clock.aheadMs)
  }
  expect(new Set(said)).toEqual(new Set([null]))
})

it('is still found wrong when some messages take longer [WA-6]', () => {
  let now = 0
  const clock = createPortalClock(() => now)
  for (let sent = 0; sent < 60; sent++) {
    now += 1_000
    for (const no of [1, 2, 3]) clock.note(no, -10 * minute - (sent % 7) * 80)
    expect(clock.aheadMs).toBeGreaterThan(9 * minute)
  }
})
