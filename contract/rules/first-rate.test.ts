import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type Breathing, breathe, gaussianOf, randomOf } from './estimate/synthetic-wave.fixture.ts'
import { followRate, noTracker } from './follow-rate.ts'

const hz = 20
const seeds = Array.from({ length: 400 }, (_, seed) => seed + 1)
/** as of a bed that nothing was known of before */
const estimate = (samples: ArrayLike<number>, rate = hz) =>
  followRate(noTracker, { end: 0, hz: rate, samples }).estimate
const rateOf = (wave: ArrayLike<number>, rate = hz) => estimate(wave, rate).rr
const make = (seconds: number, value: (second: number, i: number) => number) =>
  Float64Array.from({ length: seconds * hz }, (_, i) => value(i / hz, i))
/** A minute of quiet breathing at 14 a minute with something added. */
const disturbed = (add: (second: number, i: number) => number, rest: Partial<Breathing> = {}) =>
  breathe({ rr: 14, seconds: 60, hz, ...rest }).map((value, i) => value + add(i / hz, i))

describe('finds the rate', () => {
  it.each([4, 5, 6, 8, 12, 15, 20, 30, 45, 60])('of %d breaths a minute in a minute of wave [LI-10]', (rr) => {
    expect(rateOf(breathe({ rr, seconds: 60, noise: 0.3 }))).toBeCloseTo(rr, 0.7)
  })

  it.each([15, 20, 30, 45])('in %d s of wave [LI-10]', (seconds) => {
    expect(rateOf(breathe({ rr: 18, seconds }))).toBeCloseTo(18, 0)
  })

  it.each([2.5, 3, 5, 7.5, 15, 30, 62.5, 100])('at %d samples a second [LI-10]', (rate) => {
    expect(rateOf(breathe({ rr: 16, seconds: 60, hz: rate }), rate)).toBeCloseTo(16, 0.7)
  })

  it('as the mean of breaths that are unequally long, where the strongest frequency is not [LI-1]', () => {
    const errors = seeds.slice(0, 40).map((seed) => {
      const gaussian = gaussianOf(seed)
      let phase = 0
      let length = 4
      const wave = make(60, () => {
        const before = Math.floor(phase)
        phase += 1 / (length * hz)
        if (Math.floor(phase) > before) length = 4 * Math.exp(0.12 * gaussian())
        return Math.sin(2 * Math.PI * phase)
      })
      return Math.abs(rateOf(wave)! - phase)
    })
    expect(errors.reduce((sum, error) => sum + error, 0) / errors.length).toBeLessThan(0.15)
  })

  it('of waves that are no sine: overtones stronger than the breath, plateaus, short pulses [LI-10]', () => {
    const turn = (second: number, rr: number) => (second * rr) / 60
    const overtone = make(
      60,
      (s) => Math.sin(2 * Math.PI * turn(s, 11)) + 1.2 * Math.sin(4 * Math.PI * turn(s, 11) + 1),
    )
    const plateau = make(60, (s) => (turn(s, 13) % 1 < 0.65 ? 38 : 0))
    const pulse = make(60, (s) => Math.exp(-(((turn(s, 9) % 1) - 0.5) ** 2) / 0.003))
    expect(rateOf(overtone)).toBeCloseTo(11, 0.7)
    expect(rateOf(plateau)).toBeCloseTo(13, 0.7)
    expect(rateOf(pulse)).toBeCloseTo(9, 0.7)
  })

  it('of every breath where each second one is shallow [LI-1]', () => {
    const wave = make(60, (s) => (Math.floor(s / 3) % 2 ? 1 : 0.5) * Math.sin((2 * Math.PI * s) / 3))
    expect(rateOf(wave)).toBeCloseTo(20, 0.7)
  })
})

describe('is not led astray', () => {
  const gaussian = gaussianOf(9)
  const walk = make(60, () => 0)
  for (let i = 1; i < walk.length; i++) walk[i] = walk[i - 1]! + 0.12 * gaussian()
  const restless = make(60, (s) => (s > 30 && s < 35 ? 12 * gaussian() : 0))
  it.each<[string, (second: number, i: number) => number]>([
    ['a slow drift', (s) => 20 * (s / 60) ** 2],
    ['a random walk', (_, i) => walk[i]!],
    ['a step', (s) => (s > 22 ? 25 : 0)],
    ['steps', (s) => (s > 22 ? 100 : 0) - (s > 41 ? 170 : 0)],
    ['spikes', (_, i) => (i % 173 === 90 ? 40 : 0)],
    ['five restless seconds', (_, i) => restless[i]!],
    ['the heart', (s) => 0.4 * Math.sin(2 * Math.PI * 1.2 * s)],
    ['a hole of five seconds', (s) => (s > 40 && s < 45 ? Number.NaN : 0)],
  ])('by %s [LI-10]', (_, add) => {
    const rr = rateOf(disturbed(add))
    expect(rr).not.toBeNull()
    expect(Math.abs(rr! - 14)).toBeLessThan(0.5)
  })

  it.each([8, 14, 20, 27, 33, 40, 47, 52])('by turning over at %d s, but for a breath at most [LI-10]', (at) => {
    const rr = rateOf(disturbed((s) => 15 / (1 + Math.exp((at - s) / 0.6))))
    expect(rr).not.toBeNull()
    expect(Math.abs(rr! - 14)).toBeLessThan(1.2)
  })

  it('by deeper breathing from some moment on [LI-10]', () => {
    const wave = breathe({ rr: 14, seconds: 60 }).map((value, i) => value * (i < 700 ? 1 : 6))
    expect(rateOf(wave)).toBeCloseTo(14, 0.7)
  })
})

describe('gives null rather than a guess', () => {
  it.each<[string, ArrayLike<number>, number?]>([
    ['nothing', []],
    ['too short a wave', breathe({ rr: 15, seconds: 14 })],
    ['too few breaths', breathe({ rr: 5, seconds: 25 })],
    ['three breaths, however clear', breathe({ rr: 8, seconds: 24, noise: 0.01 })],
    ['a flat wave', make(60, () => 812.5)],
    ['a single step', make(60, (s) => (s < 30 ? 1 : 2))],
    ['nothing measured', make(60, () => Number.NaN)],
    ['less than two thirds measured', make(60, (s) => (s % 6 < 3.5 ? Math.sin(1.6 * s) : Number.NaN))],
    ['a heart without breathing', make(60, (s) => Math.sin(2 * Math.PI * 1.2 * s))],
    ['a fan', make(60, (s) => Math.sin(2 * Math.PI * 2.7 * s) + 0.1 * Math.sin(37 * s * s))],
    ['a drift', make(60, (s) => s + 0.02 * s * s)],
    ['a sway slower than breathing', make(60, (s) => Math.sin((2 * Math.PI * s) / 40))],
    ['numbers beyond computing', make(60, (_, i) => (i % 2 ? 1e308 : -1e308))],
    ['too few samples a second to tell rates apart', breathe({ rr: 15, seconds: 60, hz: 2 }), 2],
    ['no rate', breathe({ rr: 15, seconds: 60 }), Number.NaN],
    ['a negative rate', breathe({ rr: 15, seconds: 60 }), -20],
    ['an infinite rate', breathe({ rr: 15, seconds: 60 }), Number.POSITIVE_INFINITY],
  ])('for %s [LI-10]', (_, wave, rate = hz) => {
    expect(rateOf(wave, rate)).toBeNull()
  })

  it.each<[string, (seed: number) => ArrayLike<number>]>([
    [
      'white noise',
      (seed) => {
        const gaussian = gaussianOf(seed)
        return make(60, gaussian)
      },
    ],
    [
      'a random walk',
      (seed) => {
        const gaussian = gaussianOf(seed)
        let value = 0
        return make(60, () => {
          value += gaussian()
          return value
        })
      },
    ],
    [
      'movement throughout',
      (seed) => {
        const gaussian = gaussianOf(seed)
        const random = randomOf(seed + 500)
        let value = 0
        let speed = 0
        return make(60, () => {
          if (random() < 0.01) speed = gaussian()
          value += speed
          return value + 0.2 * gaussian()
        })
      },
    ],
  ])('for %s, in at least 99 of 100 minutes [LI-10]', (_, wave) => {
    const answered = seeds.filter((seed) => rateOf(wave(seed)) !== null)
    expect(answered.length).toBeLessThanOrEqual(0.01 * seeds.length)
  })

  it('when breathing has stopped, although the minute still holds the breaths before [LI-1]', () => {
    const wave = disturbed(() => 0, { noise: 0.02 }).map((value, i) => (i < 44 * hz ? value : 0.1 + (value % 0.02)))
    expect(rateOf(wave)).toBeNull()
  })

  it('or the rate of the breaths around a pause [LI-1]', () => {
    for (const seed of seeds.slice(0, 60)) {
      const gaussian = gaussianOf(seed)
      const wave = breathe({ rr: 15, seconds: 60, seed })
      const from = 10 * hz + seed * 5
      for (let i = from; i < from + 18 * hz; i++) wave[i] = wave[from]! + 0.1 * gaussian()
      expect(Math.abs((rateOf(wave) ?? 15) - 15)).toBeLessThan(0.5)
    }
  })
})

describe('whatever comes', () => {
  const anyNumber = fc.oneof(fc.double(), fc.constantFrom(0, 1, Number.NaN, Number.POSITIVE_INFINITY, 1e308, -1e308))

  it('never throws and stays within its bounds [LI-10]', () => {
    fc.assert(
      fc.property(
        fc.array(anyNumber, { maxLength: 900, size: 'max' }),
        fc.oneof(fc.double(), fc.double({ min: 1, max: 100 })),
        (samples, rate) => {
          const { rr, quality } = estimate(samples, rate)
          expect(quality).toSatisfy((value: number) => value >= 0 && value <= 1)
          if (rr !== null) expect(rr).toSatisfy((value: number) => value >= 3 && value <= 80)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('does not depend on unit, offset or sign [LI-10]', () => {
    fc.assert(
      fc.property(
        fc.double({ min: 6, max: 55, noNaN: true }),
        fc.double({ min: 1e-3, max: 1e3, noNaN: true }),
        fc.double({ min: -1e4, max: 1e4, noNaN: true }),
        fc.boolean(),
        fc.integer({ min: 1, max: 1e6 }),
        (rr, scale, offset, inverted, seed) => {
          const wave = breathe({ rr, seconds: 45, noise: 0.3, seed })
          const other = wave.map((value) => (inverted ? -1 : 1) * scale * value + offset)
          const plain = estimate(wave)
          expect(plain.rr).not.toBeNull()
          expect(estimate(other).rr).toBeCloseTo(plain.rr!, 3)
        },
      ),
      { numRuns: 60 },
    )
  })
})
