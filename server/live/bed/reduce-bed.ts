import { emptyLastMinute, type LastMinute } from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes, judgeEpisode } from '@eupnea/contract/rules/episode.ts'
import { emptyMinute, type MinuteSums, minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type { Baseline, RScore } from '@eupnea/contract/rules/r-score.ts'
import { type Direction, roundRate, type Severity } from '@eupnea/contract/rules/severity.ts'
import { isSameSignal, type Signal, type SignalNote, type SignalState } from '@eupnea/contract/rules/signal.ts'
import {
  type Bed,
  isMonitored,
  lastMinuteOf,
  laterMinute,
  mergeMinutes,
  type Place,
  ringAverages,
  scoreAt,
  type TechnicalKind,
} from './bed.ts'
import { localTime } from './local-time.ts'
import {
  type EndReason,
  emptyBed,
  gapOf,
  interrupt,
  type RaiseNote,
  type WatchEffect,
  type WatchKind,
  type WatchReading,
  type WatchTerms,
  watchReadings,
} from './watch.ts'

/**
 * All that can happen to what is known of a bed, and what follows from it. Pure: whoever calls it stores the effects and
 * tells of them. Instants are ms since the epoch; `now` is this node's clock.
 */
export type BedEvent =
  /** stored here: readings in any order, and the minutes they changed as the database has them now, oldest first */
  | {
      readonly event: 'readings'
      readonly readings: readonly WatchReading[]
      readonly minutes: readonly MinuteSums[]
      readonly now: number
    }
  /** what another node has committed, as its dashboards saw it */
  | { readonly event: 'mirrored'; readonly seen: Seen; readonly episode: EpisodeState; readonly now: number }
  | { readonly event: 'signalled'; readonly signal: Signal }
  | { readonly event: 'scored'; readonly score: RScore }
  /** word: it said so itself, or its broker did for it; silence: nothing was heard for a while */
  | { readonly event: 'online'; readonly online: boolean; readonly by: 'word' | 'silence'; readonly now: number }
  /** @param aheadMs how far a reading lay in the future; null: it was refused for another reason */
  | { readonly event: 'refused'; readonly aheadMs: number | null; readonly now: number }
  /** the same resident's, by other terms */
  | { readonly event: 'placed'; readonly place: Place; readonly now: number }
  | { readonly event: 'baselined'; readonly baseline: Baseline; readonly now: number }
  /** @param listeningSince since when this node hears devices; null: another node judges silence */
  | { readonly event: 'ticked'; readonly now: number; readonly listeningSince: number | null }
  /** somebody looked: nobody is in it (WA-2) */
  | { readonly event: 'emptied'; readonly now: number }
  /** it has been silent for so long that staff are to know (WA-5) */
  | { readonly event: 'silenced'; readonly now: number }

export interface Seen {
  readonly rr: number | null
  readonly dist_rr: number | null
  readonly rr_last_mint: LastMinute
  readonly ts: number
}

export type BedKind = 'episode' | WatchKind | TechnicalKind

export interface Raise {
  readonly effect: 'raise'
  readonly kind: BedKind
  readonly direction: Direction | null
  readonly severity: Severity
  /** when it began to hold; end of the minute for an episode */
  readonly at: number
  /** breaths per minute, of an episode */
  readonly rr: number | null
  readonly note: RaiseNote | null
  /** how far a clock is ahead, ms; negative: behind */
  readonly aheadMs: number | null
}

export interface End {
  readonly effect: 'end'
  readonly kind: BedKind
  readonly direction: Direction | null
  readonly at: number
  readonly reason: EndReason | 'in_range' | 'sensor_stuck' | 'plan_changed' | 'recovered'
}

export type BedEffect =
  | Raise
  | End
  | Extract<WatchEffect, { effect: 'flag' }>
  /** to be kept as a span, and told */
  | { readonly effect: 'signal'; readonly signal: Signal }
  /** minutes from `from` on were watched before these readings came: to be judged again (WA-8) */
  | { readonly effect: 'late'; readonly from: number }
  /** status: told while the bed still has what it had before */
  | { readonly effect: 'tell'; readonly what: 'numbers' | 'score' | 'status' }

export interface Reduced {
  readonly bed: Bed
  readonly effects: readonly BedEffect[]
}

/**
 * A minute is complete when a later one has begun, or so long after its end (WA-8): and after its newest reading, for a
 * sensor may be sending what it had stored.
 */
const completeMs = 90_000
/** A reading older than that says nothing of now. */
const currentMs = 5 * 60_000
const noReadingMs = 60_000
const steadyMs = 10_000
const goodMs = 60_000
const malformedMessages = 5

type Writable<T> = { -readonly [Key in keyof T]: T[Key] }
type Draft = Writable<Bed>

export function reduceBed(bed: Bed, event: BedEvent): Reduced {
  const draft: Draft = { ...bed }
  const effects: BedEffect[] = []
  switch (event.event) {
    case 'readings':
      takeReadings(draft, event.readings, event.minutes, event.now, effects)
      break
    case 'mirrored':
      mirror(draft, event.seen, event.episode, event.now)
      break
    case 'signalled':
      draft.signal = event.signal
      break
    case 'scored':
      draft.score = event.score
      break
    case 'online':
      setOnline(draft, event.online, event.by, event.now, effects)
      break
    case 'refused':
      refuse(draft, event.aheadMs, event.now)
      break
    case 'placed':
      place(draft, event.place, event.now, effects)
      break
    case 'baselined':
      draft.baseline = event.baseline
      score(draft, event.now, effects)
      break
    case 'ticked':
      tick(draft, event.now, event.listeningSince, effects)
      break
    case 'silenced':
      warnTechnical(draft, 'silent', draft.signal?.since ?? event.now, null, effects)
      break
    case 'emptied': {
      // They breathe again, or are known to have left.
      if (draft.watch.breathing === 'fine') break
      const emptied = emptyBed(draft.watch, event.now)
      draft.watch = emptied.watch
      follow(draft, emptied.effects, event.now, true, effects)
      if (draft.signal?.state === 'no_breathing') show(draft, 'away', event.now, null, effects)
      break
    }
  }
  return { bed: draft, effects }
}

export const termsOf = ({ plan, presenceRange, leave, tz }: Place): WatchTerms => ({
  plan,
  presenceRange,
  leave,
  local: (ms) => localTime(ms, tz),
})

/** Not stored from before the present resident came: that was of somebody else. */
export const isTheirs = ({ residentSince }: Place, ts: number): boolean => residentSince === null || ts >= residentSince

function takeReadings(
  draft: Draft,
  readings: readonly WatchReading[],
  minutes: readonly MinuteSums[],
  now: number,
  effects: BedEffect[],
): void {
  const { place, watch } = draft
  draft.pace = draft.seenAt === 0 ? draft.pace : paceAfter(draft.pace, now - draft.seenAt)
  draft.seenAt = now
  const theirs = readings.length === 1 ? readings : readings.toSorted((a, b) => a.ms - b.ms)
  const own = isTheirs(place, theirs[0]!.ms) ? theirs : theirs.filter(({ ms }) => isTheirs(place, ms))
  const newest = own.at(-1)
  let fresh: readonly MinuteSums[] = minutes
  if (newest && isMonitored(draft)) {
    const judged = watchReadings(watch, own, termsOf(place))
    draft.watch = judged.watch
    fresh = leaveOutFlagged(draft, fresh, judged.effects)
    const isCurrent = believe(draft, newest.ms, now, effects)
    follow(draft, judged.effects, now, isCurrent, effects)
    if (isCurrent) believeAgain(draft, now, effects)
    const from = minuteOf(own[0]!.ms)
    if (watch.ts !== null && own[0]!.ms <= watch.ts) effects.push({ effect: 'late', from })
    judgeMinutes(draft, fresh, minuteOf(Math.max(newest.ms, watch.ts ?? 0)), effects)
    endTechnical(draft, now, effects)
  }
  const ring = ringAfter(draft, fresh)
  draft.minutes = ring
  draft.lastMinute = laterMinute(draft.lastMinute, lastMinuteOf(ring) ?? lastMinuteOf(fresh))
  if (newest && (draft.ts === null || newest.ms > draft.ts)) {
    draft.ts = newest.ms
    draft.rr = newest.rr
    draft.dist = newest.dist ?? null
  }
  setOnline(draft, true, 'word', now, effects)
  effects.push({ effect: 'tell', what: 'numbers' })
  score(draft, now, effects)
}

const paceAfter = (pace: number, gap: number): number => pace + (Math.min(Math.max(gap, pace / 2), pace * 2) - pace) / 8

/** A minute that a stuck sensor repeated counts for nothing (WA-4): n is 0, here as in the database. */
function leaveOutFlagged(
  draft: Draft,
  fresh: readonly MinuteSums[],
  effects: readonly WatchEffect[],
): readonly MinuteSums[] {
  let left = fresh
  for (const effect of effects) {
    if (effect.effect !== 'flag') continue
    const without = (sums: MinuteSums) =>
      sums.minute >= effect.from && sums.minute < effect.until ? emptyMinute(sums.minute) : sums
    left = left.map(without)
    draft.minutes = draft.minutes.map(without)
  }
  return left
}

/** @returns whether readings up to `ts` say something of now; keeps what else is known of the sensor's clock */
function believe(draft: Draft, ts: number, now: number, effects: BedEffect[]): boolean {
  const lag = now - ts
  if (lag <= currentMs) {
    draft.lag = null
    draft.refusals = null
    draft.goodSince ??= now
    return true
  }
  const before = draft.lag
  const isSteady = before !== null && lag > before.most - steadyMs && lag < before.least + steadyMs
  draft.lag = isSteady
    ? { since: before.since, least: Math.min(before.least, lag), most: Math.max(before.most, lag) }
    : { since: now, least: lag, most: lag }
  if (isSteady && now - before.since >= noReadingMs) distrust(draft, 'clock', now, -lag, effects)
  return false
}

/** Effects of the watch become effects of the bed. @param isCurrent its states are those of now */
function follow(
  draft: Draft,
  watched: readonly WatchEffect[],
  now: number,
  isCurrent: boolean,
  effects: BedEffect[],
): void {
  for (const one of watched) {
    if (one.effect === 'raise') {
      effects.push({ ...one, direction: null, rr: null, aheadMs: null })
      if (one.kind === 'stuck') endEpisodes(draft, one.at, 'sensor_stuck', effects)
    } else if (one.effect === 'end') effects.push({ ...one, direction: null })
    else if (one.effect === 'flag') effects.push(one)
    else if (isCurrent && !isPaused(draft, now)) {
      // Who comes back is watched from then on, whatever was stored meanwhile.
      const since = isWall(draft.signal) ? Math.max(one.since, draft.goodSince ?? now) : one.since
      show(draft, one.state, since, one.note, effects)
    }
  }
}

/** A clock that was set right slowly changes no state of the watch. */
function believeAgain(draft: Draft, now: number, effects: BedEffect[]): void {
  const { state, note } = draft.watch
  if (state === null || !isWall(draft.signal) || isPaused(draft, now)) return
  show(draft, state, draft.goodSince ?? now, note, effects)
}

function endEpisodes(draft: Draft, at: number, reason: End['reason'], effects: BedEffect[]): void {
  for (const direction of ['low', 'high'] as const)
    if (draft.episode[direction] !== null) effects.push({ effect: 'end', kind: 'episode', direction, at, reason })
  draft.episode = { low: null, high: null }
}

const isPaused = ({ place: { leave } }: Bed, now: number): boolean =>
  leave !== null && now >= leave.from && now < leave.until

/** States that take the portal's clock, and hold until readings can be believed again. */
const isWall = (signal: Signal | null): boolean =>
  signal === null || signal.state === 'silent' || signal.state === 'clock' || signal.state === 'malformed'

function show(draft: Draft, state: SignalState, since: number, note: SignalNote | null, effects: BedEffect[]): void {
  const before = draft.signal
  const signal =
    before?.state === state ? { ...before, note } : { state, since: Math.max(since, before?.since ?? since), note }
  if (isSameSignal(before, signal)) return
  draft.signal = signal
  effects.push({ effect: 'signal', signal })
}

/** Judges episodes by each minute that is complete, in order, over the ten that end with it (AL-2, WA-8). */
function judgeMinutes(draft: Draft, fresh: readonly MinuteSums[], completeUntil: number, effects: BedEffect[]): void {
  const { place } = draft
  const all = joinMinutes(draft.minutes, fresh)
  for (let at = 0; at < all.length; at++) {
    const end = all[at]!.minute + minuteMs
    if (end <= draft.judgedUntil) continue
    if (end > completeUntil) break
    draft.judgedUntil = end
    if (place.leave !== null && end > place.leave.from && end <= place.leave.until) continue
    const from = end - episodeMinutes * minuteMs
    const window = all.slice(Math.max(0, at - episodeMinutes + 1), at + 1).filter(({ minute }) => minute >= from)
    for (const change of judgeEpisode(draft.episode, ringAverages(window), place.plan)) {
      const { direction } = change
      if (change.change === 'end') {
        draft.episode = { ...draft.episode, [direction]: null }
        effects.push({ effect: 'end', kind: 'episode', direction, at: end, reason: 'in_range' })
        continue
      }
      const { severity } = change
      draft.episode = { ...draft.episode, [direction]: severity }
      const rr = roundRate(change.rr, place.plan)
      const raised = { direction, severity, at: end, rr, note: null, aheadMs: null }
      effects.push({ effect: 'raise', kind: 'episode', ...raised })
    }
  }
}

/** Both, oldest first; of the same minute the second one's. */
function joinMinutes(before: readonly MinuteSums[], fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const [first] = fresh
  if (!first) return before
  const newest = before.at(-1)
  if (!newest || newest.minute < first.minute) return [...before, ...fresh]
  const byMinute = new Map(before.map((sums) => [sums.minute, sums]))
  for (const sums of fresh) byMinute.set(sums.minute, sums)
  return [...byMinute.values()].sort((a, b) => a.minute - b.minute)
}

/** The ring of the ten newest minutes; the same one when what came is older than it reaches. */
function ringAfter(draft: Bed, fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const newest = draft.minutes.at(-1)?.minute ?? Number.NEGATIVE_INFINITY
  const reached = fresh.filter(({ minute }) => minute >= newest - episodeMinutes * minuteMs)
  return reached.length > 0 ? mergeMinutes(draft.minutes, reached) : draft.minutes
}

function mirror(draft: Draft, seen: Seen, episode: EpisodeState, now: number): void {
  draft.isBehind = true
  if (!isTheirs(draft.place, seen.ts) || (draft.ts !== null && seen.ts < draft.ts)) return
  draft.pace = draft.seenAt === 0 ? draft.pace : paceAfter(draft.pace, now - draft.seenAt)
  draft.seenAt = now
  draft.online = true
  draft.ts = seen.ts
  draft.rr = seen.rr
  draft.dist = seen.dist_rr
  draft.lastMinute = seen.rr_last_mint
  draft.episode = episode
}

/** Disconnected: the distance is cleared and the last minute empty (LI-7). */
function setOnline(draft: Draft, online: boolean, by: 'word' | 'silence', now: number, effects: BedEffect[]): void {
  if (draft.online !== online) {
    effects.push({ effect: 'tell', what: 'status' })
    draft.online = online
    if (!online) {
      draft.dist = null
      draft.lastMinute = emptyLastMinute
    }
  }
  if (!online && by === 'word') silence(draft, now, effects)
}

function silence(draft: Draft, since: number, effects: BedEffect[]): void {
  if (!isMonitored(draft) || isPaused(draft, since) || draft.signal?.state === 'silent') return
  draft.watch = interrupt(draft.watch)
  draft.goodSince = null
  show(draft, 'silent', since, null, effects)
}

function refuse(draft: Draft, aheadMs: number | null, now: number): void {
  const { since, future, other } = draft.refusals ?? { since: now, future: 0, other: 0 }
  draft.refusals = {
    since,
    newest: now,
    future: future + (aheadMs === null ? 0 : 1),
    aheadMs: aheadMs ?? draft.refusals?.aheadMs ?? 0,
    other: other + (aheadMs === null ? 1 : 0),
  }
}

/** What comes is not to be believed: the clock is wrong, or the messages are. */
function distrust(
  draft: Draft,
  kind: 'clock' | 'malformed',
  now: number,
  aheadMs: number | null,
  effects: BedEffect[],
) {
  if (isPaused(draft, now) || draft.signal?.state === kind) return
  draft.watch = interrupt(draft.watch)
  draft.goodSince = null
  show(draft, kind, now, null, effects)
  warnTechnical(draft, kind, now, aheadMs, effects)
}

function warnTechnical(
  draft: Draft,
  kind: TechnicalKind,
  at: number,
  aheadMs: number | null,
  effects: BedEffect[],
): void {
  if (draft.technical.includes(kind)) return
  draft.technical = [...draft.technical, kind]
  effects.push({ effect: 'raise', kind, direction: null, severity: 'warning', at, rr: null, note: null, aheadMs })
}

/** Notifications about the sensor end after a minute of readings that can be believed (WA-7). */
function endTechnical(draft: Draft, now: number, effects: BedEffect[]): void {
  const { goodSince, technical } = draft
  if (technical.length === 0 || goodSince === null || now - goodSince < goodMs) return
  for (const kind of technical)
    effects.push({ effect: 'end', kind, direction: null, at: goodSince + goodMs, reason: 'recovered' })
  draft.technical = []
}

/** Another plan, leave or name: windows that end from now on are judged by it, and nothing of before is raised (PL-3). */
function place(draft: Draft, after: Place, now: number, effects: BedEffect[]): void {
  const { plan, leave } = draft.place
  draft.place = after
  // Screens say until when: told again, though nothing else of it changes.
  if (draft.signal?.state === 'paused' && isPaused(draft, now) && leave?.until !== after.leave?.until)
    effects.push({ effect: 'signal', signal: draft.signal })
  if (!isMonitored(draft) || JSON.stringify(after.plan) === JSON.stringify(plan)) return
  const complete = draft.minutes.filter(({ minute }) => minute + minuteMs <= draft.judgedUntil)
  for (const change of judgeEpisode(draft.episode, ringAverages(complete), after.plan)) {
    if (change.change !== 'end') continue
    draft.episode = { ...draft.episode, [change.direction]: null }
    effects.push({ effect: 'end', kind: 'episode', direction: change.direction, at: now, reason: 'plan_changed' })
  }
}

/** The r-score as of now. Of what another node takes, that node tells. */
function score(draft: Draft, now: number, effects: BedEffect[]): void {
  if (draft.place.residentId === null) return
  if (draft.isBehind && now - (draft.ts ?? 0) < (episodeMinutes + 1) * minuteMs) return
  const after = scoreAt(draft, now)
  if (after.upper_score === draft.score.upper_score && after.lower_score === draft.score.lower_score) return
  draft.score = after
  effects.push({ effect: 'tell', what: 'score' })
}

function tick(draft: Draft, now: number, listeningSince: number | null, effects: BedEffect[]): void {
  score(draft, now, effects)
  if (!isMonitored(draft)) return
  if (!draft.isBehind) {
    const begun = minuteOf(draft.watch.ts ?? draft.ts ?? 0)
    judgeMinutes(draft, [], now - draft.seenAt >= completeMs ? minuteOf(now - completeMs) : begun, effects)
  }
  endTechnical(draft, now, effects)
  if (listeningSince === null) return
  const { place, refusals, signal } = draft
  if (isPaused(draft, now)) {
    if (signal?.state !== 'paused') pause(draft, effects)
    return
  }
  if (signal?.state === 'paused') resume(draft, now, effects)
  const heardAt = Math.max(draft.seenAt, listeningSince, place.residentSince ?? 0)
  if (
    refusals !== null &&
    now - refusals.newest < noReadingMs &&
    now - Math.max(heardAt, refusals.since) >= noReadingMs
  ) {
    if (refusals.future > refusals.other) return distrust(draft, 'clock', now, refusals.aheadMs, effects)
    if (refusals.other >= malformedMessages) return distrust(draft, 'malformed', now, null, effects)
  }
  const isQuiet =
    place.topicPrefix === null
      ? now - Math.max(heardAt, refusals?.newest ?? 0) > gapOf(draft.pace)
      : !draft.online && now - heardAt > gapOf(0)
  if (isQuiet) silence(draft, Math.max(draft.seenAt, place.residentSince ?? 0) || now, effects)
  else if (draft.signal === null) show(draft, 'silent', place.residentSince ?? now, null, effects)
}

function pause(draft: Draft, effects: BedEffect[]): void {
  const { from } = draft.place.leave!
  endEpisodes(draft, from, 'paused', effects)
  for (const kind of [...draft.technical, ...openKinds(draft)])
    effects.push({ effect: 'end', kind, direction: null, at: from, reason: 'paused' })
  draft.technical = []
  draft.watch = { ...interrupt({ ...draft.watch, breathing: 'fine', isOut: false }), isStill: false, leftAt: null }
  show(draft, 'paused', from, null, effects)
}

/** Notifications of the watch that are open. */
export function openKinds({ watch }: Bed): readonly WatchKind[] {
  const kinds: WatchKind[] = []
  if (watch.breathing === 'notified') kinds.push('no_breathing')
  if (watch.stuckSince !== null || watch.unstuckAt !== null) kinds.push('stuck')
  if (watch.isOut) kinds.push('out_of_bed')
  if (watch.isStill) kinds.push('still_in_bed')
  return kinds
}

function resume(draft: Draft, now: number, effects: BedEffect[]): void {
  const { state, note } = draft.watch
  draft.goodSince = null
  show(draft, state ?? 'silent', now, note, effects)
}
