import type { Reading, Wave } from '@eupnea/contract/live.ts'
import { type DayPlan, lastFrom, planDay, type Segment, type State, spanAt } from './plan-day.ts'
import type { Profile } from './profiles.ts'
import { hash, noise, smooth, unit } from './random.ts'

/**
 * A resident in bed under a sensor, as functions of time that don't depend on earlier calls, so history made today
 * matches live readings made yesterday. Believable, not physiological: for trying out, demonstrations and tests.
 */
export interface SimulatedResident {
  /**
   * @param ts ms since the epoch
   * @returns null while the sensor has no power
   */
  readingAt(ts: number): Reading | null
  /** Chest displacement (mm) of `seconds` s, with the last sample at `ts`; null with nobody in bed or no power. */
  waveEnding(ts: number, seconds: number, hz: number): Wave | null
  /** Whether the sensor has a network connection. */
  onlineAt(ts: number): boolean
}

/**
 * What a story wants to have happened, on top of the resident's own ways: breathing that goes to a rate, in bed; nobody in
 * the bed; a sensor that repeats itself.
 */
export type Spell = {
  /** ms since the epoch */
  readonly from: number
  readonly to: number
} & ({ readonly kind: 'rate'; readonly rate: number } | { readonly kind: 'out' | 'stuck' })

export interface ResidentOptions {
  readonly seed: number
  readonly profile: Profile
  /** IANA zone of the clinic, which determines when it is night */
  readonly tz: string
  /** in order and apart */
  readonly spells?: readonly Spell[]
}

/** Relative to light sleep: breaths per minute, slow and fast irregularity (breaths per minute), depth of a breath. */
const stages: Record<State, { shift: number; drift: number; jitter: number; depth: number }> = {
  out: { shift: 0, drift: 0, jitter: 0, depth: 0 },
  awake: { shift: 1.2, drift: 1.2, jitter: 1.2, depth: 1.1 },
  light: { shift: 0, drift: 0.7, jitter: 0.5, depth: 1 },
  deep: { shift: -0.9, drift: 0.3, jitter: 0.15, depth: 0.9 },
  rem: { shift: 0.5, drift: 0.9, jitter: 1.8, depth: 0.75 },
}

/** Time a radar needs to find the rate, ms. */
const estimateMs = 15_000
const hourMs = 3_600_000

export function createResident({ seed, profile, tz, spells = [] }: ResidentOptions): SimulatedResident {
  const [low, high] = profile.baseline
  const baseline = low + (high - low) * unit(seed, 10)
  const usualDistance = 0.65 + 0.4 * unit(seed, 11)
  const breathDepth = 2.5 + 2 * unit(seed, 12)
  const heartHz = 0.95 + 0.35 * unit(seed, 13)
  const planOf = rememberPlans(seed, profile, tz)

  /** Breaths per minute, ignoring pauses. */
  const rateAt = (plan: DayPlan, t: number): number => {
    const { now, before, blend } = stageAt(plan.segments, t)
    const mix = (key: 'shift' | 'drift' | 'jitter') =>
      stages[before][key] + (stages[now][key] - stages[before][key]) * blend
    const wander = mix('drift') * noise(hash(seed, 20), t, 240_000) + mix('jitter') * noise(hash(seed, 21), t, 22_000)
    const calm = baseline + profile.liveliness * (mix('shift') + wander)
    const bounded = Math.min(profile.bounds[1], Math.max(profile.bounds[0], calm))
    const spell = spanAt(spells, t)
    const bout = spell?.kind === 'rate' ? spell : spanAt(plan.bouts, t)
    if (!bout) return bounded
    const rise = smooth(Math.min(t - bout.from, bout.to - t) / 90_000)
    return bounded + (bout.rate + 0.5 * wander - bounded) * rise
  }

  /** Breathing cycles up to each second of an hour; scaled to a whole number, so that hours join seamlessly. */
  let summed = { hour: -1, cycles: new Float64Array(hourMs / 1_000 + 1) }
  const sumHour = (hour: number) => {
    const { cycles } = summed
    for (let second = 1; second < cycles.length; second++) {
      const t = hour * hourMs + second * 1_000
      cycles[second] = cycles[second - 1]! + rateAt(planOf(t), t) / 60
    }
    const total = cycles.at(-1)!
    const stretch = Math.round(total) / total
    for (let second = 1; second < cycles.length; second++) cycles[second]! *= stretch
    summed = { hour, cycles }
  }
  const cyclesAt = (t: number): number => {
    const hour = Math.floor(t / hourMs)
    if (summed.hour !== hour) sumHour(hour)
    const seconds = (t - hour * hourMs) / 1_000
    const whole = Math.floor(seconds)
    const from = summed.cycles[whole]!
    return from + (summed.cycles[whole + 1]! - from) * (seconds - whole)
  }

  /** 0 while breathing pauses, up to 1; swells and fades between the pauses of a series. */
  const effortAt = (plan: DayPlan, t: number): number => {
    const index = lastFrom(plan.pauses, t)
    const last = plan.pauses[index]
    const next = plan.pauses[index + 1]
    if (last && t < last.to) return 0
    if (next && next.swellFrom !== null && t >= next.swellFrom)
      return 0.15 + 0.85 * Math.sin((Math.PI * (t - next.swellFrom)) / (next.from - next.swellFrom))
    const sinceLast = last ? (t - last.to) / 800 : 1
    const untilNext = next ? (next.from - t) / 800 : 1
    return smooth(Math.min(1, sinceLast, untilNext))
  }

  const displacementAt = (plan: DayPlan, t: number): number => {
    const { now, before, blend } = stageAt(plan.segments, t)
    const depth = stages[before].depth + (stages[now].depth - stages[before].depth) * blend
    const swing = 1 + 0.2 * noise(hash(seed, 22), t, 9_000)
    const phase = 2 * Math.PI * cyclesAt(t)
    const breath = Math.sin(phase) + 0.18 * Math.sin(2 * phase + 0.6)
    const heart = 0.12 * Math.sin(2 * Math.PI * heartHz * (t / 1_000))
    const drift = 0.4 * noise(hash(seed, 23), t, 30_000)
    const turning = spanAt(plan.turns, t) ? 14 * noise(hash(seed, 24), t, 700) : 0
    const grain = 0.05 * (2 * unit(hash(seed, 25), t) - 1)
    return breathDepth * depth * swing * effortAt(plan, t) * breath + heart + drift + turning + grain
  }

  const isOut = (plan: DayPlan, t: number): boolean => {
    const spell = spanAt(spells, t)
    if (spell?.kind === 'rate') return false
    return spell?.kind === 'out' || plan.segments[lastFrom(plan.segments, t)]!.state === 'out'
  }

  return {
    readingAt(ts) {
      const plan = planOf(ts)
      if (spanAt(plan.losses, ts)?.power) return null
      if (spanAt(spells, ts)?.kind === 'stuck') return { ts, rr: round(baseline, 10), dist: round(usualDistance, 100) }
      if (isOut(plan, ts)) return { ts, rr: null, dist: null }
      const turn = plan.turns[lastFrom(plan.turns, ts)]
      const usualOffset = 0.14 * (2 * unit(hash(seed, 26), plan.from) - 1)
      const grain = 0.012 * (2 * unit(hash(seed, 27), ts) - 1)
      const dist = round(usualDistance + (turn?.offset ?? usualOffset) + grain, 100)
      if (turn && ts < turn.to) return { ts, rr: null, dist }
      const measured = rateAt(plan, ts) + 0.15 * (2 * unit(hash(seed, 28), ts) - 1)
      return { ts, rr: round(measured * (1 - pausedShare(plan, ts)), 10), dist }
    },
    waveEnding(ts, seconds, hz) {
      const plan = planOf(ts)
      if (spanAt(plan.losses, ts)?.power || isOut(plan, ts)) return null
      const count = Math.round(seconds * hz)
      const samples = Array.from({ length: count }, (_, index) => {
        const t = ts - ((count - 1 - index) * 1_000) / hz
        return round(displacementAt(planOf(t), t), 1_000)
      })
      return { hz, samples }
    },
    onlineAt: (ts) => spanAt(planOf(ts).losses, ts) === undefined,
  }
}

/** The current stage, the previous one, and the transition between them (0..1, over a minute). */
function stageAt(segments: readonly Segment[], t: number): { now: State; before: State; blend: number } {
  const index = lastFrom(segments, t)
  const { state: now, from } = segments[index]!
  const before = segments[index - 1]?.state ?? now
  return before === 'out' ? { now, before: now, blend: 1 } : { now, before, blend: smooth((t - from) / 60_000) }
}

/** Share of the estimation window in which breathing paused. */
function pausedShare(plan: DayPlan, t: number): number {
  let paused = 0
  for (let index = lastFrom(plan.pauses, t); index >= 0; index--) {
    const { from, to } = plan.pauses[index]!
    if (to <= t - estimateMs) break
    paused += Math.min(to, t) - Math.max(from, t - estimateMs)
  }
  return paused / estimateMs
}

/** Plans are created once; a few are cached, because a wave or a history may span noon. */
function rememberPlans(seed: number, profile: Profile, tz: string): (t: number) => DayPlan {
  let recent: DayPlan[] = []
  return (t) => {
    for (const plan of recent) if (t >= plan.from && t < plan.to) return plan
    const local = Temporal.Instant.fromEpochMilliseconds(Math.floor(t)).toZonedDateTimeISO(tz)
    const date = local.hour < 12 ? local.toPlainDate().subtract({ days: 1 }) : local.toPlainDate()
    const plan = planDay(seed, profile, date.toZonedDateTime({ timeZone: tz, plainTime: '12:00' }))
    recent = [plan, ...recent.slice(0, 2)]
    return plan
  }
}

const round = (value: number, parts: number): number => Math.round(value * parts) / parts
