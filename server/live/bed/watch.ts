import type { MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import type { Severity } from '@eupnea/contract/rules/severity.ts'
import type { SignalNote, SignalState } from '@eupnea/contract/rules/signal.ts'

/**
 * What the readings of one bed mean, judged in the order of their instants (WA-1, WA-2, WA-4, WA-9, WA-11). Knows no
 * clock but the readings' own, so the same readings mean the same in whatever messages they come (WA-8). What takes the
 * portal's clock (silence, a wrong clock, refused messages) is judged in `reduce-bed.ts`.
 *
 * Instants are ms since the epoch, rates breaths per minute, distances metres.
 */

export interface WatchReading {
  readonly ms: number
  readonly rr: number | null
  /** null: nobody, from a sensor that measures distance; undefined: the sensor said nothing of it */
  readonly dist: number | null | undefined
}

export interface WatchTerms {
  readonly plan: MonitoringPlan
  /** metres in which somebody counts as in bed */
  readonly presenceRange: number
  /** nothing is raised in [from, until) (PL-6) */
  readonly leave: { readonly from: number; readonly until: number } | null
  /** day and `HH:MM` in the facility's zone */
  local(ms: number): { readonly day: string; readonly time: string }
}

export type WatchKind = 'no_breathing' | 'stuck' | 'out_of_bed' | 'still_in_bed' | 'back_early'
/** What a notification adds. not_back: the leave has ended, and nobody is in bed (PL-6). */
export type RaiseNote = SignalNote | 'not_back'
export type EndReason = 'breathing' | 'left' | 'returned' | 'changed' | 'paused'

export type WatchEffect =
  | {
      readonly effect: 'raise'
      readonly kind: WatchKind
      readonly severity: Severity
      readonly at: number
      readonly note: RaiseNote | null
    }
  | { readonly effect: 'end'; readonly kind: WatchKind; readonly at: number; readonly reason: EndReason }
  /** minutes in [from, until) hold a stuck sensor's repetitions, whole minutes only */
  | { readonly effect: 'flag'; readonly from: number; readonly until: number }
  | { readonly effect: 'state'; readonly state: WatchState; readonly since: number; readonly note: SignalNote | null }

/** What readings alone can tell; the other states take the portal's clock. */
export type WatchState = Extract<SignalState, 'stuck' | 'no_breathing' | 'away' | 'ok'>

/** fine → lost (shown) → notified (raised), and back to fine */
type Breathing = 'fine' | 'lost' | 'notified'

export interface Watch {
  /** newest reading judged */
  readonly ts: number | null
  /** usual time between readings, ms */
  readonly interval: number
  /** since the last interruption */
  readonly readings: number
  /** when a distance was last measured: a sensor that measures distance knows who is there */
  readonly distAt: number | null
  readonly there: boolean | null
  readonly thereSince: number
  /** a stay begins with presence and ends with ten seconds of absence */
  readonly stayingSince: number | null
  readonly validSince: number | null
  readonly lastRate: number | null
  readonly armed: boolean
  readonly breathing: Breathing
  readonly lostSince: number | null
  /** least and greatest distance while it is lost */
  readonly lostNear: number | null
  readonly lostFar: number | null
  readonly isPresenceUnknown: boolean
  /** readings that repeat the one before */
  readonly runSince: number
  readonly runLength: number
  readonly runRr: number | null
  readonly runDist: number | null | undefined
  /** longest run that ended by itself, ms */
  readonly longestRun: number
  readonly stuckSince: number | null
  /** when a stuck sensor moved again; its notification ends after 60 good seconds */
  readonly unstuckAt: number | null
  /** up to where minutes are flagged */
  readonly flaggedUntil: number
  /** since when a bed that somebody had been in for ten minutes is empty */
  readonly leftAt: number | null
  readonly isOut: boolean
  /** the day whose `still_in_bed` was raised, and whether it is open */
  readonly stillDay: string | null
  readonly isStill: boolean
  readonly isBackEarly: boolean
  /** null: not known since the last interruption */
  readonly state: WatchState | null
  readonly note: SignalNote | null
}

export const newWatch: Watch = {
  ts: null,
  interval: 1_000,
  readings: 0,
  distAt: null,
  there: null,
  thereSince: 0,
  stayingSince: null,
  validSince: null,
  lastRate: null,
  armed: false,
  breathing: 'fine',
  lostSince: null,
  lostNear: null,
  lostFar: null,
  isPresenceUnknown: false,
  runSince: 0,
  runLength: 0,
  runRr: null,
  runDist: undefined,
  longestRun: 0,
  stuckSince: null,
  unstuckAt: null,
  flaggedUntil: 0,
  leftAt: null,
  isOut: false,
  stillDay: null,
  isStill: false,
  isBackEarly: false,
  state: null,
  note: null,
}

const second = 1_000
const minute = 60 * second
/** a rate below is no breathing (WA-2) */
const leastRate = 3
const knowsDistanceFor = 14 * 24 * 60 * minute
const settleMs = 10 * second
const lostMs = 20 * second
const armedMs = minute
const recoveredMs = 30 * second
const unarmedMs = 10 * minute
const leavesByMetres = 0.1
const stuckReadings = 60
const stuckMs = 15 * minute
const stuckMostMs = 60 * minute
const goodMs = minute
const stayMs = 10 * minute
const silentMs = 90 * second

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type Draft = Writable<Watch>

/** A gap in which nothing is known of the bed, by the sensor's own pace. */
export const gapOf = (interval: number): number => Math.max(silentMs, 3 * interval)

/**
 * @param readings in the order of their instants, each after `watch.ts`; others are passed over
 * @returns the watch after them, and what follows from them, in order
 */
export function watchReadings(
  watch: Watch,
  readings: readonly WatchReading[],
  terms: WatchTerms,
): { readonly watch: Watch; readonly effects: readonly WatchEffect[] } {
  const draft = { ...watch }
  const effects: WatchEffect[] = []
  for (const reading of readings) take(draft, reading, terms, effects)
  return { watch: draft, effects }
}

/** What came before says nothing of now: the sensor was silent, or its bed changed hands. */
export function interrupt(watch: Watch): Watch {
  const draft = { ...watch }
  breakOff(draft)
  return draft
}

/** Somebody looked: the bed is empty (WA-2). */
export function emptyBed(
  watch: Watch,
  at: number,
): { readonly watch: Watch; readonly effects: readonly WatchEffect[] } {
  const draft = { ...watch, armed: false }
  const effects: WatchEffect[] = []
  if (draft.breathing !== 'fine') recover(draft, at, 'left', effects)
  draft.state = null
  return { watch: draft, effects }
}

function take(draft: Draft, reading: WatchReading, terms: WatchTerms, effects: WatchEffect[]): void {
  const { ms } = reading
  const { ts } = draft
  if (ts !== null) {
    if (ms <= ts) return
    const gap = ms - ts
    if (gap > gapOf(draft.interval)) breakOff(draft)
    draft.interval += (Math.min(Math.max(gap, draft.interval / 2), draft.interval * 2) - draft.interval) / 8
  }
  draft.ts = ms
  draft.readings++
  const isPaused = terms.leave !== null && ms >= terms.leave.from && ms < terms.leave.until
  judgePresence(draft, reading, terms, effects)
  judgeBreathing(draft, reading, terms, isPaused, effects)
  judgeRun(draft, reading, ts ?? ms, isPaused, effects)
  judgeTimes(draft, ts ?? ms, ms, terms, isPaused, effects)
  judgeState(draft, ms, effects)
}

function breakOff(draft: Draft): void {
  draft.readings = 0
  draft.there = null
  draft.validSince = null
  draft.runLength = 0
  draft.state = null
  if (draft.breathing === 'lost') draft.breathing = 'fine'
  if (draft.breathing === 'fine') draft.lostSince = null
  if (draft.leftAt !== null && !draft.isOut) draft.leftAt = null
}

/** A sensor that measures distance knows that nobody is there (WA-9). */
export const knowsDistance = ({ distAt }: Watch, ms: number): boolean =>
  distAt !== null && ms - distAt <= knowsDistanceFor

const isRate = (rr: number | null): rr is number => rr !== null && rr >= leastRate

function judgePresence(
  draft: Draft,
  { ms, rr, dist }: WatchReading,
  { presenceRange }: WatchTerms,
  effects: WatchEffect[],
): void {
  if (typeof dist === 'number') draft.distAt = ms
  const knows = knowsDistance(draft, ms)
  let there: boolean
  draft.isPresenceUnknown = false
  if (typeof dist === 'number') there = dist >= 0 && dist <= presenceRange
  else if (knows && dist === null) there = false
  else if (isRate(rr)) there = true
  else {
    draft.isPresenceUnknown = true
    there = draft.there ?? true
  }
  if (there !== draft.there) {
    draft.there = there
    draft.thereSince = ms
  }
  const forMs = ms - draft.thereSince
  if (there) {
    draft.stayingSince ??= ms
    if (forMs < settleMs) return
    draft.leftAt = null
    if (draft.isOut) {
      draft.isOut = false
      effects.push({ effect: 'end', kind: 'out_of_bed', at: ms, reason: 'returned' })
    }
    return
  }
  if (forMs < settleMs || draft.stayingSince === null) return
  if (draft.thereSince - draft.stayingSince >= stayMs) draft.leftAt = draft.thereSince
  draft.stayingSince = null
  if (draft.breathing === 'fine') draft.armed = false
  if (draft.isStill) {
    draft.isStill = false
    effects.push({ effect: 'end', kind: 'still_in_bed', at: ms, reason: 'left' })
  }
  if (draft.isBackEarly) {
    draft.isBackEarly = false
    effects.push({ effect: 'end', kind: 'back_early', at: ms, reason: 'left' })
  }
}

function judgeBreathing(
  draft: Draft,
  { ms, rr, dist }: WatchReading,
  { plan }: WatchTerms,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  if (isRate(rr) && draft.there) {
    draft.validSince ??= ms
    draft.lastRate = rr
    const validMs = ms - draft.validSince
    if (validMs >= armedMs) draft.armed = true
    if (draft.breathing === 'fine') draft.lostSince = null
    else if (validMs >= recoveredMs) recover(draft, ms, 'breathing', effects)
    return
  }
  draft.validSince = null
  if (draft.breathing === 'fine' && !draft.there) {
    draft.lostSince = null
    return
  }
  if (draft.lostSince === null) {
    draft.lostSince = ms
    draft.lostNear = null
    draft.lostFar = null
  }
  if (typeof dist === 'number') {
    draft.lostNear = Math.min(draft.lostNear ?? dist, dist)
    draft.lostFar = Math.max(draft.lostFar ?? dist, dist)
  }
  const lostFor = ms - draft.lostSince
  const twoBreaths = draft.lastRate === null ? 0 : (2 * minute) / draft.lastRate
  if (draft.breathing === 'fine' && lostFor >= Math.max(lostMs, twoBreaths)) draft.breathing = 'lost'
  // Who gets up moves; a radar that loses a still chest sees nothing move (WA-2).
  const moved = (draft.lostFar ?? 0) - (draft.lostNear ?? 0) >= leavesByMetres
  if (draft.breathing === 'lost' && draft.there === false && moved) recover(draft, ms, 'left', effects)
  if (draft.breathing !== 'lost' || isPaused) return
  const isArmed = draft.armed
  const dueMs = isArmed ? plan.no_breathing_seconds * second : unarmedMs
  if (lostFor < dueMs) return
  draft.breathing = 'notified'
  const isDanger = isArmed && !draft.isPresenceUnknown
  effects.push({
    effect: 'raise',
    kind: 'no_breathing',
    severity: isDanger ? 'danger' : 'warning',
    at: Math.max(draft.lostSince + dueMs, draft.lostSince + Math.max(lostMs, twoBreaths)),
    note: noteOf(draft),
  })
}

function recover(draft: Draft, at: number, reason: EndReason, effects: WatchEffect[]): void {
  if (draft.breathing === 'notified') effects.push({ effect: 'end', kind: 'no_breathing', at, reason })
  draft.breathing = 'fine'
  draft.lostSince = null
}

function noteOf(draft: Watch): SignalNote | null {
  if (draft.isPresenceUnknown) return 'maybe_empty'
  if (draft.there === false) return 'reads_empty'
  return draft.armed ? null : 'unarmed'
}

function judgeRun(
  draft: Draft,
  { ms, rr, dist }: WatchReading,
  before: number,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  const isRepeated = draft.runLength > 0 && isRate(rr) && draft.there && rr === draft.runRr && dist === draft.runDist
  if (isRepeated) {
    draft.runLength++
    const longMs = ms - draft.runSince
    const neededMs = Math.min(stuckMostMs, Math.max(stuckMs, 3 * draft.longestRun))
    if (draft.stuckSince === null && draft.runLength >= stuckReadings && longMs >= neededMs) {
      draft.stuckSince = draft.runSince
      draft.flaggedUntil = Math.ceil(draft.runSince / minute) * minute
      if (draft.unstuckAt === null && !isPaused)
        effects.push({ effect: 'raise', kind: 'stuck', severity: 'warning', at: ms, note: null })
      draft.unstuckAt = null
    }
    flagUntil(draft, ms, effects)
    return
  }
  // Of what ended by itself the sensor may do so again; a gap ends a run without saying anything of it.
  if (draft.runLength > 0) draft.longestRun = Math.max(draft.longestRun, before - draft.runSince)
  draft.runSince = ms
  draft.runLength = 1
  draft.runRr = rr
  draft.runDist = dist
  if (draft.stuckSince !== null) {
    draft.stuckSince = null
    draft.unstuckAt = ms
    draft.validSince = isRate(rr) ? ms : null
    draft.readings = 1
    draft.state = null
  }
  if (draft.unstuckAt !== null && ms - draft.unstuckAt >= goodMs) {
    draft.unstuckAt = null
    effects.push({ effect: 'end', kind: 'stuck', at: ms, reason: 'changed' })
  }
}

function flagUntil(draft: Draft, ms: number, effects: WatchEffect[]): void {
  const until = Math.floor(ms / minute) * minute
  if (draft.stuckSince === null || until <= draft.flaggedUntil) return
  effects.push({ effect: 'flag', from: draft.flaggedUntil, until })
  draft.flaggedUntil = until
}

/** What depends on the time of day, looked at once a minute. */
function judgeTimes(
  draft: Draft,
  before: number,
  ms: number,
  terms: WatchTerms,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  const { plan, leave } = terms
  const start = Math.floor(ms / minute) * minute
  const isNewMinute = before < start
  if (isPaused) {
    const back = draft.stayingSince === null ? null : Math.max(draft.stayingSince, leave!.from) + stayMs
    if (back !== null && ms >= back && !draft.isBackEarly) {
      draft.isBackEarly = true
      effects.push({ effect: 'raise', kind: 'back_early', severity: 'warning', at: back, note: null })
    }
    return
  }
  if (draft.isBackEarly) {
    draft.isBackEarly = false
    effects.push({ effect: 'end', kind: 'back_early', at: ms, reason: 'returned' })
  }
  const isOver = leave !== null && before < leave.until
  if (isOver && draft.there === false && draft.stayingSince === null && !draft.isOut) {
    draft.isOut = true
    effects.push({ effect: 'raise', kind: 'out_of_bed', severity: 'warning', at: ms, note: 'not_back' })
  }
  const { out_of_bed, still_in_bed } = plan
  if (out_of_bed !== null && draft.leftAt !== null && !draft.isOut) {
    const due = draft.leftAt + out_of_bed.minutes * minute
    if (ms > due && (isNewMinute || before <= due)) {
      const at = [due, Math.max(due, start)].find((at) =>
        isWithin(terms.local(at).time, out_of_bed.from, out_of_bed.until),
      )
      if (at !== undefined) {
        draft.isOut = true
        effects.push({ effect: 'raise', kind: 'out_of_bed', severity: 'warning', at, note: null })
      }
    }
  }
  if (still_in_bed !== null && isNewMinute && draft.stayingSince !== null && !draft.isStill) {
    const { day, time } = terms.local(start)
    const pastMinutes = minutesOf(time) - minutesOf(still_in_bed)
    if (pastMinutes >= 0 && draft.stillDay !== day && draft.stayingSince < start - pastMinutes * minute) {
      draft.stillDay = day
      draft.isStill = true
      effects.push({ effect: 'raise', kind: 'still_in_bed', severity: 'warning', at: start, note: null })
    }
  }
}

const minutesOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** @param until may be earlier than `from`: over midnight; equal: the whole day */
const isWithin = (time: string, from: string, until: string): boolean =>
  from < until ? time >= from && time < until : time >= from || time < until

function judgeState(draft: Draft, ms: number, effects: WatchEffect[]): void {
  const known = stateOf(draft, ms)
  if (known === null) return
  const note = known.state === 'no_breathing' ? noteOf(draft) : null
  if (known.state === draft.state && note === draft.note) return
  draft.state = known.state
  draft.note = note
  effects.push({ effect: 'state', ...known, note })
}

/** null: too early to say otherwise than before */
function stateOf(draft: Watch, ms: number): { readonly state: WatchState; readonly since: number } | null {
  const { stuckSince, lostSince, thereSince, validSince } = draft
  if (stuckSince !== null) return { state: 'stuck', since: stuckSince }
  if (draft.breathing !== 'fine') return { state: 'no_breathing', since: lostSince! }
  if (draft.there === false && ms - thereSince >= settleMs) return { state: 'away', since: thereSince }
  if (validSince !== null && ms - validSince >= settleMs && draft.readings >= 2)
    return { state: 'ok', since: validSince }
  return null
}
