import { hasPresence } from '@eupnea/contract/rules/presence.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type ProfileName, profileOf, profiles } from './profiles.ts'
import { createResident, type SimulatedResident, type Spell } from './resident.ts'

const tz = 'America/New_York'
const make = (profile: ProfileName, seed = 7) => createResident({ seed, profile: profiles[profile], tz })
const noon = Date.parse('2026-11-20T17:00:00Z')
const hour = 3_600_000
const every = (step: number, from: number, to: number) =>
  Array.from({ length: Math.ceil((to - from) / step) }, (_, n) => from + n * step)

/** Valid rates in [from, to). */
const rates = (resident: SimulatedResident, from: number, to: number, step = 10_000) =>
  every(step, from, to).flatMap((ts) => resident.readingAt(ts)?.rr ?? [])
const mean = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const deviation = (values: readonly number[]) => Math.sqrt(mean(values.map((value) => (value - mean(values)) ** 2)))

const names = Object.keys(profiles) as ProfileName[]
const anyProfile = fc.constantFrom(...names)
const anySeed = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 })
const anyInstant = fc.integer({ min: Date.parse('2020-01-01'), max: Date.parse('2035-01-01') })

test('the same seed gives the same readings whatever was asked before [LI-1]', () => {
  fc.assert(
    fc.property(
      anyProfile,
      anySeed,
      fc.array(anyInstant, { minLength: 1, maxLength: 8 }),
      (profile, seed, instants) => {
        const asked = make(profile, seed)
        const tell = (resident: SimulatedResident, ts: number) => [
          resident.readingAt(ts),
          resident.waveEnding(ts, 1, 10),
          resident.onlineAt(ts),
        ]
        for (const ts of instants) expect(tell(asked, ts)).toEqual(tell(make(profile, seed), ts))
      },
    ),
    { numRuns: 60 },
  )
})

test('every reading is within the bounds of telemetry [LI-1]', () => {
  fc.assert(
    fc.property(anyProfile, anySeed, anyInstant, (profile, seed, ts) => {
      const resident = make(profile, seed)
      const reading = resident.readingAt(ts)
      if (!reading) expect(resident.onlineAt(ts)).toBe(false)
      const { rr = null, dist = null } = reading ?? {}
      expect(rr === null || (rr >= 0 && rr <= 36)).toBe(true)
      expect(dist === null || (dist > 0.4 && dist < 1.3)).toBe(true)
      if (dist === null) expect(rr).toBeNull()
      const wave = resident.waveEnding(ts, 2, 10)
      expect(wave === null).toBe(dist === null)
      if (wave) expect(wave.samples.every((sample) => Math.abs(sample) < 25)).toBe(true)
      expect(wave?.samples.length ?? 20).toBe(20)
    }),
    { numRuns: 400 },
  )
})

describe('residents', () => {
  const day = [noon - 26 * hour, noon] as const

  test('a restless one stays within the usual range, day and night [LI-1]', () => {
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8]) {
      const values = rates(make('restless', seed), ...day)
      expect(Math.min(...values)).toBeGreaterThan(12)
      expect(Math.max(...values)).toBeLessThan(22)
      expect(values.length).toBeGreaterThan(26 * 360 * 0.35)
      expect(mean(values)).toBeGreaterThan(13)
      expect(mean(values)).toBeLessThan(20.5)
    }
  })

  test('nights follow the clock of the facility: slower and calmer after midnight than in the afternoon [LI-1]', () => {
    const midnight = Date.parse('2026-11-20T05:00:00Z')
    const [asleep, awake]: [number[], number[]] = [[], []]
    for (const seed of [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]) {
      const { baseline } = profiles.restless
      const profile = { ...profiles.restless, baseline: [baseline[0], baseline[0]], habit: 'frail' } as const
      const resident = createResident({ seed, profile, tz })
      asleep.push(...rates(resident, midnight - 2 * hour, midnight + 2 * hour))
      awake.push(...rates(resident, midnight + 10 * hour, midnight + 11 * hour))
    }
    expect(mean(asleep)).toBeLessThan(mean(awake))
  })

  test('one is always at 12 or below, one always at 22 or above, and a spell at night goes beyond [LI-1]', () => {
    const month = [noon - 30 * 24 * hour, noon] as const
    expect(Math.max(...rates(make('slow'), ...day))).toBeLessThanOrEqual(12)
    const fast = rates(make('fast'), ...month, 60_000)
    expect(Math.min(...fast)).toBeGreaterThanOrEqual(22)
    const beyond = fast.filter((rr) => rr > 28).length
    expect(beyond).toBeGreaterThan(20)
    expect(beyond).toBeLessThan(fast.length / 20)
    const feverish = rates(make('feverish'), ...month, 60_000).filter((rr) => rr >= 22)
    expect(feverish.length).toBeGreaterThan(50)
  })

  test('breathing pauses in the sleep of the apnoeic and of those with Cheyne–Stokes breathing [LI-1]', () => {
    const pausing = (profile: ProfileName) => rates(make(profile), ...day, 5_000).filter((rr) => rr < 8).length
    expect(pausing('apnoeic')).toBeGreaterThan(50)
    expect(pausing('cheyneStokes')).toBeGreaterThan(50)
    expect(pausing('steady')).toBe(0)
  })

  test('turning over takes the rate away for seconds and moves the chest [LI-1]', () => {
    const resident = make('restless')
    let longest = 0
    let lost = 0
    for (const ts of every(1_000, noon - 10 * hour, noon - 6 * hour)) {
      const reading = resident.readingAt(ts)
      lost = reading?.rr === null && reading.dist !== null ? lost + 1 : 0
      longest = Math.max(longest, lost)
    }
    expect(longest).toBeGreaterThanOrEqual(6)
    expect(longest).toBeLessThanOrEqual(45)
    const distances = every(60_000, ...day).flatMap((ts) => resident.readingAt(ts)?.dist ?? [])
    expect(deviation(distances)).toBeGreaterThan(0.04)
  })

  test('the wave breathes at the rate that the readings tell [LI-1]', () => {
    const resident = make('steady', 3)
    const errors = every(60_000, noon - 9 * hour, noon - 8 * hour).flatMap((start) => {
      const told = rates(resident, start, start + 60_000, 1_000)
      const samples = resident.waveEnding(start + 60_000, 60, 10)!.samples
      return told.length === 60 ? [breathsPerMinute(samples, 10) - mean(told)] : []
    })
    expect(errors.length).toBeGreaterThan(30)
    expect(Math.max(...errors.map(Math.abs))).toBeLessThan(1)
  })

  test('pieces of the wave join, also across an hour and across noon [LI-1]', () => {
    const resident = make('slow')
    for (const joint of [noon - 10 * hour, noon]) {
      const whole = resident.waveEnding(joint + 10_000, 20, 10)!.samples
      const pieces = every(1_000, joint - 9_000, joint + 11_000).flatMap((ts) => [
        ...resident.waveEnding(ts, 1, 10)!.samples,
      ])
      expect(pieces).toEqual(whole)
      const steps = whole.slice(1).map((sample, index) => Math.abs(sample - whole[index]!))
      expect(Math.max(...steps)).toBeLessThan(1.3)
    }
  })

  test('a zone with a day of 23 or 25 hours is like any other [LI-1]', () => {
    for (const date of ['2026-03-08T17:00:00Z', '2026-11-01T17:00:00Z']) {
      const values = rates(make('steady', 5), Date.parse(date) - 30 * hour, Date.parse(date))
      expect(values.length).toBeGreaterThan(30 * 360 * 0.35)
    }
  })
})

describe('a story', () => {
  const from = noon - 12 * hour
  const at = (kind: 'out' | 'stuck') => ({ kind, from, to: from + hour })
  const during = (resident: SimulatedResident) => every(10_000, from, from + hour).map((ts) => resident.readingAt(ts)!)
  const told = (...spells: Spell[]) => during(createResident({ seed: 3, profile: profiles.restless, tz, spells }))

  test('has somebody in bed at a rate, nobody there, or a sensor that repeats itself [VI-5]', () => {
    const fast = told({ kind: 'rate', rate: 25, from, to: from + hour }).flatMap(({ rr }) => rr ?? [])
    expect(mean(fast.slice(60, 300))).toBeCloseTo(25, 0)
    expect(told(at('out')).every(({ rr, dist }) => rr === null && dist === null)).toBe(true)
    const stuck = told(at('stuck'))
    expect(new Set(stuck.map(({ rr, dist }) => `${rr} ${dist}`)).size).toBe(1)
    expect(stuck[0]!.rr).toBeGreaterThan(13)
  })
})

describe('a facility of 24', () => {
  const residents = every(1, 0, 24).map((index) => make(profileOf(index), 100 + index * 7_919))
  const starts = every(5 * hour + 17 * 60_000, noon - 24 * 5 * hour, noon)
  const inBed = (resident: SimulatedResident, ts: number) => {
    const reading = resident.readingAt(ts)
    return reading !== null && hasPresence(reading.rr, reading.dist ?? null, 1.5)
  }

  test('sleeps at night and is up by day [VI-5]', () => {
    for (const start of starts) {
      const present = residents.filter((resident) => inBed(resident, start)).length
      const local = Temporal.Instant.fromEpochMilliseconds(start).toZonedDateTimeISO(tz).hour
      if (local < 5 || local >= 23) expect(present).toBeGreaterThanOrEqual(18)
      if (local >= 8 && local < 18) expect(present).toBeLessThanOrEqual(21)
    }
  })

  test('whenever somebody looks, somebody is in bed [VI-5]', () => {
    const minutes = every(10 * 60_000, noon - 35 * 24 * hour, noon)
    const empty = minutes.filter((ts) => !residents.some((resident) => inBed(resident, ts)))
    expect(empty).toEqual([])
  })

  test('everybody is in bed for part of the day [VI-5]', () => {
    for (const resident of residents) {
      const days = every(24 * hour, noon - 10 * 24 * hour, noon)
      const hours = days.map(
        (day) => every(300_000, day, day + 24 * hour).filter((ts) => inBed(resident, ts)).length / 12,
      )
      expect(Math.max(...hours)).toBeLessThan(23)
      expect(mean(hours)).toBeGreaterThan(3.5)
      expect(mean(hours)).toBeLessThan(22.9)
    }
  })

  test('sensors go offline now and then, and come back [LI-1]', () => {
    const day = every(30_000, noon - 5 * 24 * hour, noon)
    const back = residents.filter((resident) => {
      const states = day.map(resident.onlineAt)
      return states.some((online, index) => online && states[index - 1] === false)
    })
    expect(back.length).toBeGreaterThanOrEqual(1)
    expect(back.length).toBeLessThanOrEqual(4)
  })
})

/** Rate from rising zero crossings of the wave, smoothed over half a second, which removes heartbeat and noise. */
function breathsPerMinute(samples: readonly number[], hz: number): number {
  const smoothed = samples.map((_, index) => mean(samples.slice(Math.max(0, index - 2), index + 3)))
  const level = mean(smoothed)
  const crossings: number[] = []
  for (let index = 1; index < smoothed.length; index++) {
    const [before, now] = [smoothed[index - 1]! - level, smoothed[index]! - level]
    if (before < 0 && now >= 0 && index - (crossings.at(-1) ?? -hz) >= hz) crossings.push(index - now / (now - before))
  }
  return ((crossings.length - 1) / ((crossings.at(-1)! - crossings[0]!) / hz)) * 60
}
