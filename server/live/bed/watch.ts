import type { PlanHistory } from '@eupnea/contract/rules/plan.ts'
import type { Severity } from '@eupnea/contract/rules/severity.ts'
import type { SignalNote, SignalState } from '@eupnea/contract/rules/signal.ts'
import type { LocalTime } from './local-time.ts'

/**
 * What is known of one bed from its readings, and what follows from them; `watch-readings.ts` judges. Instants are ms
 * since the epoch, rates breaths per minute, distances metres.
 */

export interface WatchReading {
  readonly ms: number
  readonly rr: number | null
  /** null: nobody, from a sensor that measures distance; undefined: the sensor said nothing of it */
  readonly dist: number | null | undefined
  /** it said that somebody is there, at an unknown distance */
  readonly isThere?: true | undefined
  /** it has no rate because its wave shows movement, which hides breathing */
  readonly isMoving?: true | undefined
}

/** A reading as it is stored. @param isDistAbsent true: it says nothing of who is there; false: somebody is, somewhere */
export const watchReading = (
  ms: number,
  rr: number | null,
  dist: number | null,
  isDistAbsent: boolean | null,
  isMoving: boolean | null,
): WatchReading => ({
  ms,
  rr,
  dist: isDistAbsent === null ? dist : undefined,
  isThere: isDistAbsent === false || undefined,
  isMoving: isMoving || undefined,
})

export interface WatchTerms extends PlanHistory {
  /** metres in which somebody counts as in bed */
  readonly presenceRange: number
  /** it says what changes, and nothing while nothing does: neither a stop nor a stuck sensor can be told (WA-9) */
  readonly isChangeOnly: boolean
  /** nothing is raised in [from, until) (PL-6) */
  readonly leave: { readonly from: number; readonly until: number } | null
  /** in the facility's zone */
  local(ms: number): LocalTime
}

export type WatchKind = 'no_breathing' | 'stuck' | 'out_of_bed' | 'still_in_bed' | 'back_early'
/** What a notification adds. not_back: the leave has ended, and nobody is in bed (PL-6); two_minutes: of a rate (AL-2). */
export type RaiseNote = SignalNote | 'not_back' | 'two_minutes'
export type EndReason = 'breathing' | 'left' | 'returned' | 'changed' | 'paused'

export type WatchEffect =
  | {
      readonly effect: 'raise'
      readonly kind: WatchKind
      readonly severity: Severity
      readonly at: number
      /** when it began, where the notification comes later (WA-2, WA-4) */
      readonly since?: number
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
  /** usual time between readings, ms: the median of `gaps` */
  readonly interval: number
  /** the newest gaps between readings, ms, newest last */
  readonly gaps: readonly number[]
  /** since the last interruption */
  readonly readings: number
  /** when a distance was last measured: a sensor that measures distance knows who is there */
  readonly distAt: number | null
  /** what the newest reading says of it */
  readonly there: boolean | null
  readonly thereSince: number
  /** a stay begins with presence and ends with ten seconds of absence */
  readonly stayingSince: number | null
  /** since when each reading has had a rate */
  readonly validSince: number | null
  /** since when somebody is known to breathe here, but for moments */
  readonly okSince: number | null
  /** time with a rate in this stay, ms, up to what arms it */
  readonly validMs: number
  readonly lastRate: number | null
  readonly armed: boolean
  readonly breathing: Breathing
  readonly lostSince: number | null
  /** when movement was last seen while it is lost */
  readonly movedAt: number | null
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
  /** the runs by which it grew, oldest first, and what it was before: late readings are judged by that of their time (WA-8) */
  readonly earlierRuns: readonly { readonly since: number; readonly until: number; readonly longestRun: number }[]
  readonly stuckSince: number | null
  /** since when it has been stuck by its open notification, also before a gap */
  readonly stuckFrom: number | null
  /** not while nobody is watched (PL-6) */
  readonly isStuckRaised: boolean
  /** when a stuck sensor moved again; its notification ends after 60 good seconds */
  readonly unstuckAt: number | null
  /** up to where minutes are flagged */
  readonly flaggedUntil: number
  /** since when a bed that somebody had been in for ten minutes is empty */
  readonly leftAt: number | null
  /** first and newest reading by which the bed has been empty for half an hour (AL-2) */
  readonly goneFrom: number | null
  readonly goneAt: number | null
  /** it was empty before the interruption: it counts from when that is known again */
  readonly hadLeft: boolean
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
  gaps: [],
  readings: 0,
  distAt: null,
  there: null,
  thereSince: 0,
  stayingSince: null,
  validSince: null,
  okSince: null,
  validMs: 0,
  lastRate: null,
  armed: false,
  breathing: 'fine',
  lostSince: null,
  movedAt: null,
  lostNear: null,
  lostFar: null,
  isPresenceUnknown: false,
  runSince: 0,
  runLength: 0,
  runRr: null,
  runDist: undefined,
  longestRun: 0,
  earlierRuns: [],
  stuckSince: null,
  stuckFrom: null,
  isStuckRaised: false,
  unstuckAt: null,
  flaggedUntil: 0,
  leftAt: null,
  goneFrom: null,
  goneAt: null,
  hadLeft: false,
  isOut: false,
  stillDay: null,
  isStill: false,
  isBackEarly: false,
  state: null,
  note: null,
}

/** A watch on its way to the next one. */
export type WatchDraft = { -readonly [Key in keyof Watch]: Watch[Key] }

const second = 1_000
const minute = 60 * second
/** for so long somebody is not there before nobody is */
export const settleMs = 10 * second
/** a stay as long as that is one of somebody who can leave */
export const stayMs = 10 * minute
/** for so long nobody is there before what was said of their breathing ends (AL-2) */
const goneMs = 30 * minute
const knowsDistanceFor = 14 * 24 * 60 * minute
const silentMs = 90 * second
const gapsKept = 5

/** Nothing from before a change of the plan is raised (PL-3). @returns the instant that is due, by then or since the change */
export const sinceChange = ({ earlierPlans }: PlanHistory, due: number, ms: number): number =>
  Math.max(due, earlierPlans.findLast(({ until }) => until < ms)?.until ?? 0)

/** Below 3 a minute a rate is no breathing (WA-2). */
export const isRate = (rr: number | null): rr is number => rr !== null && rr >= 3

/** A sensor that measures distance knows that nobody is there (WA-9). */
export const knowsDistance = ({ distAt }: Pick<Watch, 'distAt'>, ms: number): boolean =>
  distAt !== null && ms - distAt <= knowsDistanceFor

/** Nobody has been there for half an hour, as far as the sensor can know. */
export const isGone = ({ breathing, there, thereSince }: Watch, ms: number): boolean =>
  breathing === 'fine' && there === false && ms - thereSince >= goneMs

/** A gap in which nothing is known of the bed, by the sensor's own pace (WA-1). */
export const gapOf = (interval: number): number => (interval > minute ? 2 * interval : Math.max(silentMs, 3 * interval))

/** The newest gaps with one more, and the usual one of them: their median, so that one outage changes nothing. */
export function withGap(
  gaps: readonly number[],
  gap: number,
): { readonly gaps: readonly number[]; readonly usual: number } {
  const kept = gaps.length < gapsKept ? [...gaps, gap] : [...gaps.slice(1), gap]
  return { gaps: kept, usual: middleOf(kept) }
}

/** Without sorting: this is done for every reading. */
function middleOf(values: readonly number[]): number {
  const middle = values.length >> 1
  for (const one of values) {
    let less = 0
    let same = 0
    for (const other of values) {
      if (other < one) less++
      else if (other === one) same++
    }
    if (less <= middle && middle < less + same) return one
  }
  throw new RangeError('Nothing, or no numbers')
}

/** With notifications that are open: they end by what comes now, whoever raised them (WA-8). */
export function withOpen(watch: Watch, open: readonly { readonly kind: string; readonly raised_at: number }[]): Watch {
  const draft: WatchDraft = { ...watch }
  for (const { kind, raised_at } of open) {
    if (kind === 'no_breathing' && draft.breathing !== 'notified')
      Object.assign(draft, { breathing: 'notified', lostSince: draft.lostSince ?? raised_at, okSince: null })
    else if (kind === 'stuck') {
      draft.stuckFrom ??= draft.stuckSince ?? raised_at
      if (draft.stuckSince !== null) draft.isStuckRaised = true
      else draft.unstuckAt ??= draft.ts ?? raised_at
    } else if (kind === 'out_of_bed') draft.isOut = true
    else if (kind === 'still_in_bed') draft.isStill = true
    else if (kind === 'back_early') draft.isBackEarly = true
  }
  return draft
}

/** Nothing counts as notified any more: staff are notified again of what still holds. */
export const unnotified = (watch: Watch): Watch => ({
  ...interrupt({ ...watch, breathing: 'fine', isOut: false }),
  isStill: false,
  stuckFrom: null,
  isStuckRaised: false,
  unstuckAt: null,
})

/**
 * The sensor is silent: it takes ten seconds of readings again until all is well. What is known stays, because the sensor
 * may send what it stored meanwhile; if it has stored nothing, the gap in its readings interrupts the watch (WA-8).
 */
export const hush = (watch: Watch): Watch => ({ ...watch, readings: 0, okSince: null, state: null })

/** Earlier readings say nothing about now: there is a gap in them, or the sensor's clock is wrong. */
export function interrupt(watch: Watch): Watch {
  const isLost = watch.breathing === 'notified'
  const isLeft = watch.leftAt !== null && !watch.isOut
  return {
    ...watch,
    readings: 0,
    there: null,
    validSince: null,
    okSince: null,
    runLength: 0,
    state: null,
    breathing: isLost ? 'notified' : 'fine',
    lostSince: isLost ? watch.lostSince : null,
    leftAt: isLeft ? null : watch.leftAt,
    hadLeft: watch.hadLeft || isLeft,
  }
}
