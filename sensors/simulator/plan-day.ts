import type { Profile } from './profiles.ts'
import { createDice, type Dice, hash, unit } from './random.ts'

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
    bouts: planRepeats(dice, profile.bouts, from, to).map((span) => ({
      ...span,
      rate: dice.between(profile.bouts!.rate),
    })),
    losses: planRepeats(dice, profile.losses, from, to).map((span) => ({ ...span, power: dice.chance(0.3) })),
  }
}

/** Begins and ends awake in bed, so that days join seamlessly. */
function planWhereabouts(
  seed: number,
  profile: Profile,
  dice: Dice,
  noon: Temporal.ZonedDateTime,
  nextNoon: Temporal.ZonedDateTime,
): Segment[] {
  const end = nextNoon.epochMilliseconds
  if (typeof profile.leaves === 'object')
    return planWalks(profile.leaves.restsInHalf, dice, noon.epochMilliseconds, end)
  const bedridden = profile.leaves === 'never' || unit(seed, 1) < 0.4
  const mobility = bedridden ? 0 : 0.25 + 0.35 * unit(seed, 2)
  const segments: Segment[] = [{ from: noon.epochMilliseconds, state: 'awake' }]
  const go = (state: State, from: number) => {
    segments.push({ from, state })
    return from
  }
  /** a possible absence, at `hours` of the wall clock ± a quarter of an hour */
  const away = (day: Temporal.ZonedDateTime, hours: number, minutes: number) => {
    const start = clock(day, hours) + dice.between([-15, 15]) * minute
    const length = minutes * dice.between([0.8, 1.2]) * minute
    if (dice.chance(mobility)) go('awake', go('out', start) + length)
  }
  away(noon, 12.6, 40)
  if (dice.chance(0.7)) {
    const nap = clock(noon, 13.8) + dice.between([-5, 10]) * minute
    go('light', nap)
    if (dice.chance(0.5)) go('light', go('deep', nap + 18 * minute) + 9 * minute)
    go('awake', nap + dice.between([32, 42]) * minute)
  }
  away(noon, 15, 70)
  away(noon, 17.7, 45)
  const bedtime = clock(noon, 20.6 + 1.6 * unit(seed, 3)) + dice.between([-20, 20]) * minute
  const rise = clock(nextNoon, 6 + 1.2 * unit(seed, 4)) + dice.between([-20, 20]) * minute
  planNight(dice, bedtime + dice.between([8, 28]) * minute, rise, bedridden ? 0 : 0.35, go)
  away(nextNoon, 8.2, 45)
  away(nextNoon, 10.2, 65)
  return segments
}

/** Sleep in cycles of about 90 min: deep sleep early, REM late, with short awakenings and bathroom visits. */
function planNight(dice: Dice, from: number, rise: number, bathroom: number, go: (s: State, t: number) => number) {
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
      if (dice.chance(bathroom)) {
        t = go('out', t) + dice.between([5, 11]) * minute
        go('awake', t)
        t += dice.between([3, 8]) * minute
      }
    }
  }
  go('awake', t)
}

/** Someone who is up at all hours and lies down for a few minutes in one half of most hours. */
function planWalks(half: 0 | 1, dice: Dice, from: number, to: number): Segment[] {
  const segments: Segment[] = [{ from, state: 'out' }]
  const hour = 60 * minute
  for (let start = Math.ceil(from / hour) * hour; start + hour <= to; start += hour) {
    const rest = start + (half * 30 + dice.between([1, 12])) * minute
    segments.push({ from: rest, state: 'awake' }, { from: rest + dice.between([6, 15]) * minute, state: 'out' })
  }
  return segments
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

function planRepeats(dice: Dice, plan: Profile['losses'], from: number, to: number): Span[] {
  const spans: Span[] = []
  if (!plan) return spans
  let t = from
  for (;;) {
    const start = t + dice.between(plan.every) * minute
    t = start + dice.between(plan.lasts) * minute
    if (t > to) return spans
    spans.push({ from: start, to: t })
  }
}

/** Instant at which the wall clock of `day` shows `hours` (13.5 is 13:30). */
function clock(day: Temporal.ZonedDateTime, hours: number): number {
  const plainTime = Temporal.PlainTime.from({ hour: Math.floor(hours), minute: Math.floor((hours % 1) * 60) })
  return day.toPlainDate().toZonedDateTime({ timeZone: day.timeZoneId, plainTime }).epochMilliseconds
}
