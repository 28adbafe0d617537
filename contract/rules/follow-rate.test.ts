import { describe, expect, it } from 'vitest'
import { breathe, gaussianOf } from './estimate/synthetic-wave.fixture.ts'
import { followRate, noTracker } from './follow-rate.ts'

const hz = 20
const join = (...parts: readonly ArrayLike<number>[]) => Float64Array.from(parts.flatMap((part) => Array.from(part)))
const still = (seconds: number, noise = 0.02, level = 0.4) => {
  const gaussian = gaussianOf(seconds)
  return Float64Array.from({ length: seconds * hz }, () => level + noise * gaussian())
}
/** What is said at the end of each second. */
function follow(wave: Float64Array) {
  let tracker = noTracker
  return Array.from({ length: Math.floor(wave.length / hz) }, (_, i) => {
    const end = (i + 1) * hz
    const window = { end: (i + 1) * 1_000, hz, samples: wave.subarray(Math.max(0, end - 60 * hz), end) }
    const next = followRate(tracker, window)
    tracker = next.tracker
    return next.estimate
  })
}

describe('a wave followed over minutes', () => {
  it('has no rate within 15 s of a stop, for as long as it lasts, and says how long [WA-14]', () => {
    const said = follow(join(breathe({ rr: 15, seconds: 70 }), still(150), breathe({ rr: 15, seconds: 40 })))
    expect(said[69]!.rr).toBeCloseTo(15, 0)
    expect(said[69]!.stoppedFor).toBeNull()
    for (const { rr } of said.slice(85, 220)) expect(rr).toBeNull()
    for (const second of [90, 130, 219]) expect(Math.abs(said[second]!.stoppedFor! - (second - 69))).toBeLessThan(3)
    expect(said.at(-1)!.stoppedFor).toBeNull()
    expect(said.at(-1)!.rr).toBeCloseTo(15, 0)
  })

  it('waits two breaths where breaths are slow [WA-14]', () => {
    const said = follow(join(breathe({ rr: 6, seconds: 90 }), still(60)))
    expect(said[89]!.rr).toBeCloseTo(6, 0)
    for (const { rr } of said.slice(110)) expect(rr).toBeNull()
  })

  it('does not take settling or a heart for breathing [WA-14]', () => {
    const held = still(60).map(
      (value, i) => value + Math.exp(-i / hz / 15) + 0.12 * Math.sin((2 * Math.PI * 1.13 * i) / hz),
    )
    for (const { rr } of follow(join(breathe({ rr: 14, seconds: 60 }), held)).slice(76)) expect(rr).toBeNull()
  })

  it('brings no rate back out of noise while a stop lasts, in at least 9 of 10 stops [WA-14]', () => {
    const held = Array.from({ length: 20 }, (_, seed) => {
      const gaussian = gaussianOf(seed + 1)
      const wave = join(breathe({ rr: 15, seconds: 70, noise: 0 }), still(60, 0)).map(
        (value) => value + 0.5 * gaussian(),
      )
      return follow(wave).slice(86)
    })
    expect(held.filter((seconds) => seconds.every(({ rr }) => rr === null)).length).toBeGreaterThanOrEqual(18)
  })

  it('takes shallower breathing at the same rate for breathing [WA-14]', () => {
    const shallow = breathe({ rr: 15, seconds: 90, noise: 0.05 }).map((value) => 0.15 * value)
    const last = follow(join(breathe({ rr: 15, seconds: 90 }), shallow)).at(-1)!
    expect(last.stoppedFor).toBeNull()
    expect(last.rr).toBeCloseTo(15, 0)
  })

  it('says of movement that it is movement, and not that breathing stopped [WA-14]', () => {
    const gaussian = gaussianOf(3)
    const moved = Float64Array.from({ length: 20 * hz }, (_, i) => 12 * Math.sin(i / 9 + gaussian() / 9))
    const said = follow(join(breathe({ rr: 15, seconds: 70 }), moved))
    expect(said[69]!.isMoving).toBe(false)
    expect(said.at(-1)!).toMatchObject({ isMoving: true, stoppedFor: null })
  })

  it.each([30, 50])('shows %d a minute, not half of it [WA-14]', (rr) => {
    const shown = follow(breathe({ rr, seconds: 90, noise: 0.3 })).flatMap((each) =>
      each.rr === null ? [] : [each.rr],
    )
    expect(shown.length).toBeGreaterThan(60)
    for (const rate of shown) expect(Math.abs(rate - rr)).toBeLessThan(2)
  })

  it('has no rate of an empty room, in at least 99 of 100 seconds [WA-14]', () => {
    const seconds = Array.from({ length: 8 }, (_, seed) => {
      const gaussian = gaussianOf(seed + 1)
      return follow(Float64Array.from({ length: 100 * hz }, () => Math.round(2 * gaussian()) / 2))
    }).flat()
    expect(seconds.filter(({ rr }) => rr !== null).length).toBeLessThanOrEqual(0.01 * seconds.length)
  })

  it('forgets what is long past, and does not change the state it was given [WA-14]', () => {
    const wave = breathe({ rr: 15, seconds: 60 })
    const { tracker } = followRate(noTracker, { end: 60_000, hz, samples: wave })
    const copy = structuredClone(tracker)
    const later = followRate(tracker, { end: 3_600_000, hz, samples: still(60) })
    expect(tracker).toEqual(copy)
    expect(later.tracker.rr).toBeNull()
  })
})
