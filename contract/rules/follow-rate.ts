import type { Belief } from './estimate/choose-rate.ts'
import { type Estimate, type Judgement, judgeStretch, stretchOf } from './estimate/judge-stretch.ts'
import { findStillness, movedTimes } from './estimate/stillness.ts'

/**
 * Follows one wave over minutes (WA-14). What was believed of the time before a window makes a rate near it more
 * probable, and how much the chest usually moves shows when it stops. The state is a plain value:
 * `(tracker, window) → (tracker, estimate)`.
 */

export interface RateWindow {
  /** time of the newest sample, ms since the epoch */
  readonly end: number
  readonly hz: number
  /**
   * evenly spaced chest displacement, belt, impedance, airflow or CO2: any unit, any offset, any sign; not finite where
   * nothing was measured. Only the newest minute counts.
   */
  readonly samples: ArrayLike<number>
}

export interface FollowedEstimate extends Estimate {
  /** seconds without breathing although the chest is still there; null while there is breathing, or nothing to compare */
  readonly stoppedFor: number | null
  /** the newest seconds move far more than breathing does: no rate can be seen, and somebody is alive */
  readonly isMoving: boolean
}

export interface RateTracker {
  /** of the newest window judged, ms since the epoch; null before the first */
  readonly end: number | null
  /** how much the chest usually moves, in the wave's unit, and the newest valid rate */
  readonly moves: number | null
  readonly rr: number | null
  /** ms since the epoch; null while there is breathing */
  readonly stoppedSince: number | null
  /** the newest last; at most one each `noteEverySeconds`, of the last `rememberSeconds` */
  readonly notes: readonly Note[]
}

/** What the window that ended at an instant made believe. */
interface Note {
  readonly end: number
  readonly beliefs: readonly Belief[]
}

export const noTracker: RateTracker = { end: null, moves: null, rr: null, stoppedSince: null, notes: [] }

const windowSeconds = 60
const recentSeconds = 30
/** The recent rate replaces the minute's when it is this sure and this far away, breaths a minute and share. */
const sureQuality = 0.9
const changedBy = 2
const changedShare = 0.15
/** A minute that is not sure has no rate where its second half has time for so many breaths, and shows none this well. */
const recentBreaths = 4
const leastRecent = 0.2
/** Where breathing was surely there before, a rate seen in few breaths is asked no more than this. */
const askedOfKnown = 0.75
const noteEverySeconds = 5
const rememberSeconds = 180
/** Of a belief this many seconds old a third is left. */
const fadeSeconds = 90
/** After so long without a window nothing is known any more. */
const forgetSeconds = 180
/** Share by which the usual movement follows a new window, a second. */
const adaptPerSecond = 1 / 60
/**
 * Somebody who has turned over may move the sensor less. A sure rate near the one before, out of the still time alone,
 * is breathing after all, if it moves this share of the usual; and after this long any sure rate is.
 */
const shallowSeconds = 25
const shallowShare = 0.08
const shallowWithin = 0.3
const unlearnSeconds = 300

export function followRate(
  tracker: RateTracker,
  window: RateWindow,
): { readonly tracker: RateTracker; readonly estimate: FollowedEstimate } {
  const { end, hz, samples } = window
  const isNew = tracker.end === null || end < tracker.end || end > tracker.end + forgetSeconds * 1_000
  const known = isNew ? noTracker : tracker
  const stretch = stretchOf(samples, hz, windowSeconds)
  const none = { rr: null, quality: 0, stoppedFor: null, isMoving: false }
  if (!stretch) return { tracker: { ...known, end }, estimate: none }
  const past = { moves: known.moves, breath: known.rr === null ? null : 60 / known.rr }
  const stillness = findStillness(stretch.values, stretch.hz, past)
  const { stoppedFor } = stillness
  const from = stoppedFor === null ? stillness.breathesFrom : shallowFrom(stoppedFor, stretch.values.length, stretch.hz)
  const judged = judgeEnd({ ...stretch, values: stretch.values.subarray(from) }, end, known.notes)

  if (stoppedFor !== null) {
    const since = Math.min(known.stoppedSince ?? end, end - stoppedFor * 1_000)
    if (stillness.share < shallowShare || !isShallow(judged, known.rr, (end - since) / 1_000)) {
      const measured = stretch.hidden === 0
      return {
        tracker: { ...known, end, stoppedSince: measured ? since : known.stoppedSince },
        estimate: { ...none, stoppedFor: measured ? (end - since) / 1_000 : null },
      }
    }
  }
  const { rr, quality, beliefs } = judged
  const moves = stoppedFor === null ? stillness.moves : null
  return {
    tracker: {
      end,
      moves: rr === null ? known.moves : adapted(known, moves, end),
      rr: rr ?? known.rr,
      stoppedSince: null,
      notes: noted(known.notes, { end, beliefs }),
    },
    estimate: { rr, quality, stoppedFor: null, isMoving: known.moves !== null && stillness.share > movedTimes },
  }
}

/** The usual movement after a window; a window that was still but breathed makes it known anew. */
function adapted(known: RateTracker, moves: number | null, end: number): number | null {
  if (moves === null || known.moves === null || known.end === null) return moves
  const share = Math.min(1, ((end - known.end) / 1_000) * adaptPerSecond)
  return known.moves + share * (moves - known.moves)
}

/** First sample of the still time; the whole wave where it is longer. */
const shallowFrom = (stoppedFor: number, length: number, hz: number): number =>
  Math.max(0, length - Math.round(stoppedFor * hz))

const isShallow = ({ rr, quality }: Estimate, before: number | null, seconds: number): boolean =>
  rr !== null &&
  quality >= sureQuality &&
  seconds >= shallowSeconds &&
  (seconds >= unlearnSeconds || (before !== null && Math.abs(rr - before) <= shallowWithin * before))

/** The rate of the stretch, or of its second half where only that shows one or clearly another. */
function judgeEnd(stretch: Parameters<typeof judgeStretch>[0], end: number, notes: readonly Note[]): Judgement {
  const { values, hz } = stretch
  const seconds = values.length / hz
  const isKnown = notes.some(({ beliefs }) => beliefs.some(({ share }) => share >= sureQuality))
  const minute = judgeStretch(stretch, believedBefore(notes, end, seconds), isKnown ? askedOfKnown : undefined)
  if (seconds <= recentSeconds) return minute
  const half = { ...stretch, values: values.subarray(values.length - Math.round(recentSeconds * hz)) }
  const recent = judgeStretch(half, believedBefore(notes, end, recentSeconds))
  if (recent.ended !== null) return recent
  if (recent.rr === null) return fades(minute, recent) ? { ...minute, rr: null } : minute
  const other = minute.rr ?? minute.ended
  if (other === null) return recent
  const isChanged =
    recent.quality >= sureQuality && Math.abs(recent.rr - other) > Math.max(changedBy, changedShare * other)
  return isChanged ? recent : minute
}

const fades = (minute: Judgement, recent: Judgement): boolean =>
  minute.quality < sureQuality &&
  (minute.rr ?? 0) * (recentSeconds / 60) >= recentBreaths &&
  recent.quality < leastRecent

/** The newest belief of a time that does not overlap with the window, or the same samples would count twice. */
function believedBefore(notes: readonly Note[], end: number, seconds: number): readonly Belief[] {
  const note = notes.findLast((each) => each.end <= end - seconds * 1_000)
  if (!note) return []
  const kept = Math.exp(-((end - note.end) / 1_000 - seconds) / fadeSeconds)
  return note.beliefs.map(({ rr, share }) => ({ rr, share: share * kept }))
}

function noted(notes: readonly Note[], note: Note): readonly Note[] {
  const last = notes.at(-1)
  if (last && note.end < last.end + noteEverySeconds * 1_000) return notes
  return [...notes.filter((each) => each.end >= note.end - rememberSeconds * 1_000), note]
}
