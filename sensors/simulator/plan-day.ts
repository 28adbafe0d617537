import type { Occasions, Profile } from './profiles.ts'
import { createDice, type Dice, hash, type Range, unit } from './random.ts'

/**
 * Plans a resident's day from local noon to local noon, from the seed and the date: where the resident is, sleep
 * stages, turns, pauses and fast spells of breathing, and when the sensor is offline. All instants are ms since the
 * epoch; every list is in order.
 */

export type State = 'out' | 'awake' | 'light' | 'deep' | 'rem'

export interface Segment {
  readonly from: number
  readonly state: State
}

export interface Span {
  readonly from: number
  readonly to: number
}

interface Turn extends Span {
  /** distance afterwards, in metres relative to the resident's usual */
  readonly offset: number
}

interface Pause extends Span {
  /** end of the previous pause if breathing swells and fades in between; null for a single pause */
  readonly swellFrom: number | null
}

interface Bout extends Span {
  readonly rate: number
}

interface Loss extends Span {
  /** true: no power, nothing is measured; false: no network, readings are kept and sent later */
  readonly power: boolean
}

export interface DayPlan extends Span {
  readonly segments: readonly Segment[]
  readonly turns: readonly Turn[]
  readonly pauses: readonly Pause[]
  readonly bouts: readonly Bout[]
  readonly losses: readonly Loss[]
}

const minute = 60_000
const second = 1_000

/** Index of the last element that begins at or before `t`; −1 if there is none. */
export function lastFrom(list: readonly { readonly from: number }[], t: number): number {
  let low = 0
  let high = list.length
  while (low < high) {
    const middle = (low + high) >> 1
    if (list[middle]!.from <= t) low = middle + 1
    else high = middle
  }
  return low - 1
}

/** The span that contains `t`, if any; spans in a list don't overlap. */
export function spanAt<T extends Span>(list: readonly T[], t: number): T | undefined {
  const span = list[lastFrom(list, t)]
  return span && t < span.to ? span : undefined
}

/** @param noon the local noon at which it begins */
export function planDay(seed: number, profile: Profile, noon: Temporal.ZonedDateTime): DayPlan {
  const from = noon.epochMilliseconds
  const nextNoon = noon
    .toPlainDate()
    .add({ days: 1 })
    .toZonedDateTime({ timeZone: noon.timeZoneId, plainTime: '12:00' })
  const to = nextNoon.epochMilliseconds
  const dice = createDice(hash(seed, Math.floor(from / 3_600_000)))
  const segments = planWhereabouts(seed, profile, dice, noon, nextNoon)
  return {
    from,
    to,
    segments,
    turns: planTurns(profile, dice, segments, to),
    pauses: planPauses(profile, dice, segments, to),
    bouts: planOccasions(dice, profile.bouts, clock(noon, 21.5), clock(nextNoon, 5.5)).map((span) => ({
      ...span,
      rate: dice.between(profile.bouts!.rate),
    })),
    losses: planOccasions(dice, profile.losses, from, to).map((span) => ({ ...span, power: dice.chance(0.3) })),
  }
}

/** How each habit goes, hours of the wall clock: when they go to bed and rise, and how likely they rest in between. */
const habits = {
  usual: {
    bedtime: [20.4, 21.6],
    rise: [6.2, 7.2],
    morning: 0.25,
    afternoon: 0.65,
    evening: 0,
    noon: 0.12,
    bathroom: 0.35,
  },
  frail: {
    bedtime: [17.8, 19.8],
    rise: [6.8, 8.6],
    morning: 0.9,
    afternoon: 0.95,
    evening: 0.4,
    noon: 0.45,
    bathroom: 0.15,
  },
  bedbound: {
    bedtime: [20, 21],
    rise: [6.4, 7.4],
    morning: 0,
    afternoon: 0,
    evening: 0,
    noon: 1,
    bathroom: 0.1,
  },
  wanderer: { bedtime: [22, 23], rise: [5, 6], morning: 0.1, afternoon: 0.15, evening: 0, noon: 0, bathroom: 0.8 },
} as const

const within = ([from, to]: Range, share: number): number => from + (to - from) * share

/** Whether somebody is in bed at this noon: what a day ends with, the next one begins with. */
const restsAtNoon = (seed: number, profile: Profile, noon: number): boolean =>
  unit(hash(seed, 31), Math.floor(noon / 3_600_000)) < habits[profile.habit].noon

function planWhereabouts(
  seed: number,
  profile: Profile,
  dice: Dice,
  noon: Temporal.ZonedDateTime,
  nextNoon: Temporal.ZonedDateTime,
): Segment[] {
  const { bedtime, rise, morning, afternoon, evening, bathroom } = habits[profile.habit]
  const from = noon.epochMilliseconds
  const segments: Segment[] = [{ from, state: restsAtNoon(seed, profile, from) ? 'awake' : 'out' }]
  const go = (state: State, from: number) => {
    segments.push({ from, state })
    return from
  }
  const about = (day: Temporal.ZonedDateTime, hours: number) => clock(day, hours) + dice.between([-18, 18]) * minute
  /** in bed between meals, asleep for a while at times */
  const rest = (probability: number, day: Temporal.ZonedDateTime, begin: number, end: number) => {
    if (!dice.chance(probability)) return
    const start = go('awake', about(day, begin))
    const up = Math.max(start + 25 * minute, about(day, end))
    if (up - start > 55 * minute && dice.chance(0.7)) {
      const nap = go('light', start + dice.between([8, 16]) * minute)
      go('awake', nap + dice.between([22, 34]) * minute)
    }
    go('out', up)
  }
  const toBed = () => about(noon, within(bedtime, unit(seed, 3)))
  const toRise = () => about(nextNoon, within(rise, unit(seed, 4)))
  if (profile.habit === 'bedbound') {
    // In a chair twice a day, each at their own time: whenever somebody looks, somebody is in bed.
    const own = unit(seed, 5)
    const sitUp = (from: number) => go('awake', go('out', from) + dice.between([35, 55]) * minute)
    go('light', sitUp(clock(noon, 13.2 + own * 4)) + dice.between([8, 16]) * minute)
    const bed = toBed()
    go('awake', bed - dice.between([30, 90]) * minute)
    planNight(dice, bed + dice.between([8, 28]) * minute, toRise(), { chance: bathroom, lasts: [4, 11] }, go)
    sitUp(clock(nextNoon, 8.2 + own * 2.4))
    return segments
  }
  // Some of those who rest at noon have lunch in bed.
  if (!(restsAtNoon(seed, profile, from) && dice.chance(0.3))) go('out', from + dice.between([10, 25]) * minute)
  rest(afternoon, noon, 13.3, profile.habit === 'frail' ? 15.6 : 14.7)
  rest(evening, noon, 16.2, 17.2)
  const [bed, up] = [toBed(), toRise()]
  go('awake', bed)
  const visits = { chance: bathroom, lasts: profile.habit === 'wanderer' ? ([18, 50] as const) : ([4, 11] as const) }
  planNight(dice, bed + dice.between([8, 28]) * minute, up, visits, go)
  go('out', up + dice.between([4, 20]) * minute)
  rest(morning, nextNoon, 9.4, 10.8)
  if (restsAtNoon(seed, profile, nextNoon.epochMilliseconds)) go('awake', clock(nextNoon, 11.5))
  return segments
}

/** Sleep in cycles of about 90 min: deep sleep early, REM late, with short awakenings and bathroom visits. */
function planNight(
  dice: Dice,
  from: number,
  rise: number,
  bathroom: { readonly chance: number; readonly lasts: Range },
  go: (state: State, from: number) => number,
) {
  let t = from
  for (let cycle = 0; t < rise - 30 * minute; cycle++) {
    const stages: readonly [State, number][] = [
      ['light', dice.between([14, 24])],
      ['deep', dice.between([20, 28]) / (1 + cycle * 0.6)],
      ['light', dice.between([18, 30])],
      ['rem', Math.min(26, dice.between([7, 11]) + cycle * 4)],
    ]
    for (const [state, minutes] of stages) {
      if (t >= rise) break
      t = Math.min(rise, go(state, t) + minutes * minute)
    }
    if (t < rise && dice.chance(0.5)) {
      go('awake', t)
      t += dice.between([1, 4]) * minute
      if (t < rise - 70 * minute && dice.chance(bathroom.chance)) {
        t = go('out', t) + dice.between(bathroom.lasts) * minute
        go('awake', t)
        t += dice.between([3, 8]) * minute
      }
    }
  }
  go('awake', t)
}

const turnsPerHour: Record<State, number> = { out: 0, awake: 5, light: 2, deep: 0.4, rem: 1 }

function planTurns(profile: Profile, dice: Dice, segments: readonly Segment[], end: number): Turn[] {
  const turns: Turn[] = []
  const turn = (from: number, seconds: number) => {
    turns.push({ from, to: from + seconds * second, offset: dice.between([-0.14, 0.14]) })
    return from + seconds * second
  }
  segments.forEach(({ from, state }, index) => {
    if (state === 'out') return
    const to = segments[index + 1]?.from ?? end
    const perHour = turnsPerHour[state] * profile.restlessness
    // Lying down is a movement too, and the rate takes a while to be found again.
    let t = segments[index - 1]?.state === 'out' ? turn(from, 20) : from
    for (t += dice.wait(perHour); t < to - 30 * second; t += dice.wait(perHour)) t = turn(t, dice.between([6, 18]))
  })
  return turns
}

function planPauses(profile: Profile, dice: Dice, segments: readonly Segment[], end: number): Pause[] {
  const pauses: Pause[] = []
  segments.forEach(({ from, state }, index) => {
    if (state === 'out' || state === 'awake') return
    const to = (segments[index + 1]?.from ?? end) - 40 * second
    if (profile.pauses) {
      const { perHour, lasts } = profile.pauses
      for (let t = from + dice.wait(perHour); t < to; t += dice.wait(perHour)) {
        const pause = { from: t, to: t + dice.between(lasts) * second, swellFrom: null }
        pauses.push(pause)
        t = pause.to + 20 * second
      }
    }
    if (profile.waxing && state !== 'rem' && dice.chance(0.5)) {
      let swellFrom = from
      for (;;) {
        const cycle = dice.between(profile.waxing.cycle) * second
        const pause = dice.between(profile.waxing.pause) * second
        if (swellFrom + cycle > to) break
        pauses.push({ from: swellFrom + cycle - pause, to: swellFrom + cycle, swellFrom })
        swellFrom += cycle
      }
    }
  })
  return pauses
}

/** Spans in [from, to), in order and apart. */
function planOccasions(dice: Dice, plan: Occasions | undefined, from: number, to: number): Span[] {
  if (!plan) return []
  const count = Math.floor(plan.perDay) + (dice.chance(plan.perDay % 1) ? 1 : 0)
  const spans = Array.from({ length: count }, () => {
    const length = dice.between(plan.lasts) * minute
    const start = dice.between([from, to - length])
    return { from: start, to: start + length }
  }).sort((a, b) => a.from - b.from)
  return spans.filter((span, index) => index === 0 || span.from > spans[index - 1]!.to)
}

/** Instant at which the wall clock of `day` shows `hours` (13.5 is 13:30). */
function clock(day: Temporal.ZonedDateTime, hours: number): number {
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(hours), minute: Math.floor((hours % 1) * 60) })
  return day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime }).epochMilliseconds
}
