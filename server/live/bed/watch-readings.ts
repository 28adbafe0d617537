import { planAt } from '@eupnea/contract/rules/plan.ts'
import type { SignalNote } from '@eupnea/contract/rules/signal.ts'
import { judgeRun } from './judge-run.ts'
import { judgeTimes } from './judge-times.ts'
import {
  type EndReason,
  gapOf,
  interrupt,
  isGone,
  isRate,
  knowsDistance,
  settleMs,
  sinceChange,
  stayMs,
  type Watch,
  type WatchDraft,
  type WatchEffect,
  type WatchReading,
  type WatchState,
  type WatchTerms,
  withGap,
} from './watch.ts'

/**
 * What the readings of one bed mean, judged in the order of their instants (WA-1, WA-2, WA-4, WA-9, WA-11). Knows no
 * clock but the readings' own, so the same readings mean the same in whatever messages they come (WA-8). What takes the
 * portal's clock (silence, a wrong clock, refused messages) is judged in `reduce-bed.ts`.
 */

const second = 1_000
const minute = 60 * second
const lostMs = 20 * second
const armedMs = minute
const recoveredMs = 30 * second
const unarmedMs = 10 * minute
/** 0.1, of which floating point may lose a little: 1 − 0.9 is less. */
const leavesByMetres = 0.1 - 1e-6

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

/** Somebody looked: the bed is empty (WA-2). */
export function emptyBed(
  watch: Watch,
  at: number,
): { readonly watch: Watch; readonly effects: readonly WatchEffect[] } {
  const draft = { ...watch, stayingSince: null, validMs: 0, armed: false }
  const effects: WatchEffect[] = []
  if (draft.breathing !== 'fine') recover(draft, at, 'left', effects)
  draft.state = null
  return { watch: draft, effects }
}

function take(draft: WatchDraft, reading: WatchReading, terms: WatchTerms, effects: WatchEffect[]): void {
  const { ms } = reading
  const { ts } = draft
  if (ts !== null) {
    if (ms <= ts) return
    const gap = ms - ts
    if (!terms.isChangeOnly && gap > gapOf(draft.interval)) Object.assign(draft, interrupt(draft))
    const { gaps, usual } = withGap(draft.gaps, gap)
    draft.gaps = gaps
    draft.interval = usual
  }
  draft.ts = ms
  draft.readings++
  const isPaused = terms.leave !== null && ms >= terms.leave.from && ms < terms.leave.until
  judgePresence(draft, reading, terms, effects)
  judgeBreathing(draft, reading, ts ?? ms, terms, isPaused, effects)
  judgeGone(draft, ms)
  if (!terms.isChangeOnly) judgeRun(draft, reading, ts ?? ms, isPaused, effects)
  judgeTimes(draft, ts ?? ms, ms, terms, isPaused, effects)
  judgeState(draft, ms, effects)
}

/** Presence takes effect at once, absence after ten seconds: a radar that loses somebody for a moment ends no stay. */
function judgePresence(
  draft: WatchDraft,
  { ms, rr, dist, isThere }: WatchReading,
  { presenceRange }: WatchTerms,
  effects: WatchEffect[],
): void {
  if (typeof dist === 'number') draft.distAt = ms
  let there: boolean
  draft.isPresenceUnknown = false
  if (typeof dist === 'number') there = dist >= 0 && dist <= presenceRange
  else if (dist === null && knowsDistance(draft, ms)) there = false
  else if (isThere || isRate(rr)) there = true
  else {
    draft.isPresenceUnknown = true
    there = draft.there ?? true
  }
  if (there !== draft.there) {
    draft.there = there
    draft.thereSince = ms
  }
  const isSettled = ms - draft.thereSince >= settleMs
  if (there) {
    if (draft.stayingSince === null) {
      draft.stayingSince = ms
      draft.validMs = 0
    }
    if (!isSettled) return
    draft.leftAt = null
    draft.hadLeft = false
    if (draft.isOut && draft.stuckSince === null) {
      draft.isOut = false
      effects.push({ effect: 'end', kind: 'out_of_bed', at: ms, reason: 'returned' })
    }
    return
  }
  if (!isSettled) return
  if (draft.hadLeft) {
    draft.hadLeft = false
    draft.leftAt = draft.thereSince
  }
  if (draft.stayingSince === null) return
  if (draft.thereSince - draft.stayingSince >= stayMs) draft.leftAt ??= draft.thereSince
  draft.stayingSince = null
  draft.okSince = null
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
  draft: WatchDraft,
  { ms, rr, dist, isMoving }: WatchReading,
  before: number,
  terms: WatchTerms,
  isPaused: boolean,
  effects: WatchEffect[],
): void {
  const isStaying = draft.stayingSince !== null
  if (isRate(rr) && isStaying && draft.there) {
    if (draft.validSince !== null && !draft.armed) {
      draft.validMs += Math.min(ms - before, 3 * draft.interval)
      draft.armed = draft.validMs >= armedMs
    }
    draft.validSince ??= ms
    draft.lastRate = rr
    if (draft.breathing === 'fine') {
      draft.okSince ??= ms
      draft.lostSince = null
    } else if (ms - draft.validSince >= recoveredMs) {
      draft.okSince = draft.validSince
      recover(draft, ms, 'breathing', effects)
    }
    return
  }
  draft.validSince = null
  if (draft.breathing === 'fine' && (!isStaying || terms.isChangeOnly)) {
    draft.lostSince = null
    if (isStaying) draft.okSince ??= ms
    return
  }
  if (draft.lostSince === null) {
    draft.lostSince = ms
    draft.movedAt = null
    draft.lostNear = null
    draft.lostFar = null
  }
  if (typeof dist === 'number') {
    draft.lostNear = Math.min(draft.lostNear ?? dist, dist)
    draft.lostFar = Math.max(draft.lostFar ?? dist, dist)
  }
  if (isMoving) draft.movedAt = ms
  const lostFor = ms - draft.lostSince
  const twoBreaths = draft.lastRate === null ? 0 : (2 * minute) / draft.lastRate
  const shownMs = Math.max(lostMs, twoBreaths)
  if (draft.breathing === 'fine' && lostFor >= shownMs) {
    draft.breathing = 'lost'
    draft.okSince = null
  }
  if (draft.breathing !== 'lost') return
  // People who get up move; a radar that loses a still chest sees nothing move (WA-2).
  if (!isStaying && (draft.lostFar ?? 0) - (draft.lostNear ?? 0) >= leavesByMetres) {
    draft.armed = false
    recover(draft, ms, 'left', effects)
    return
  }
  if (isPaused) return
  const dueMs = Math.max(draft.armed ? planAt(terms, ms).no_breathing_seconds * second : unarmedMs, shownMs)
  // Whoever moves is alive: time counts from the end of movement, though not for ever, because something else may move.
  const countedFrom = Math.max(draft.lostSince, draft.movedAt ?? 0)
  const dueAt = Math.min(countedFrom + dueMs, draft.lostSince + Math.max(dueMs, unarmedMs))
  if (ms < dueAt) return
  draft.breathing = 'notified'
  effects.push({
    effect: 'raise',
    kind: 'no_breathing',
    severity: draft.armed && !draft.isPresenceUnknown ? 'danger' : 'warning',
    at: sinceChange(terms, dueAt, ms),
    since: draft.lostSince,
    note: noteOf(draft),
  })
}

/** A resident who leaves the bed is gone until they return to it (AL-2). */
function judgeGone(draft: WatchDraft, ms: number): void {
  if (!isGone(draft, ms)) return
  if (draft.goneAt === null || draft.goneAt < draft.thereSince) draft.goneFrom = ms
  draft.goneAt = ms
}

function recover(draft: WatchDraft, at: number, reason: EndReason, effects: WatchEffect[]): void {
  if (draft.breathing === 'notified') effects.push({ effect: 'end', kind: 'no_breathing', at, reason })
  draft.breathing = 'fine'
  draft.lostSince = null
}

function noteOf(draft: Watch): SignalNote | null {
  if (draft.isPresenceUnknown) return 'maybe_empty'
  if (draft.stayingSince === null) return 'reads_empty'
  return draft.armed ? null : 'unarmed'
}

function judgeState(draft: WatchDraft, ms: number, effects: WatchEffect[]): void {
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
  const { stuckSince, lostSince, thereSince, okSince } = draft
  if (stuckSince !== null) return { state: 'stuck', since: stuckSince }
  if (draft.breathing !== 'fine') return { state: 'no_breathing', since: lostSince! }
  if (draft.there === false && ms - thereSince >= settleMs) return { state: 'away', since: thereSince }
  if (okSince !== null && ms - okSince >= settleMs && draft.readings >= 2) return { state: 'ok', since: okSince }
  return null
}
