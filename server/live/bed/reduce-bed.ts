import { episodeMinutes } from '@eupnea/contract/rules/episode.ts'
import { type MinuteSums, minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import {
  type Bed,
  type BedDraft,
  isMonitored,
  isTheirs,
  lastMinuteOf,
  laterMinute,
  type Place,
  scoreAt,
} from './bed.ts'
import type { BedEffect, BedEvent, Ear, Reduced } from './bed-event.ts'
import { changePlan, endEpisodes, judgeMinutes, leaveOut, ringAfter } from './judge-minutes.ts'
import { pause, resume } from './leave.ts'
import { localTime } from './local-time.ts'
import { mirror } from './mirror.ts'
import {
  believe,
  endTechnical,
  followLag,
  forgetFuture,
  hear,
  isPaused,
  isWall,
  judgeRefusals,
  judgeSilence,
  noteSilence,
  refuse,
  show,
  silence,
  silenceAgain,
  warnTechnical,
} from './trust.ts'
import { gapOf, type WatchEffect, type WatchReading, type WatchTerms } from './watch.ts'
import { emptyBed, watchReadings } from './watch-readings.ts'

/**
 * Makes of what is known of a bed, and what happens to it, what is known then and what follows from it. Pure: whoever
 * calls it stores the effects and tells of them. Instants are ms since the epoch; `now` is this node's clock.
 */
export function reduceBed(bed: Bed, event: BedEvent): Reduced {
  const draft: BedDraft = { ...bed }
  const effects: BedEffect[] = []
  switch (event.event) {
    case 'readings':
      takeReadings(draft, event.readings, event.minutes, event.now, effects)
      break
    case 'mirrored':
      mirror(draft, event)
      break
    case 'signalled':
      // Another node has judged it: the database knows by what.
      draft.isBehind = true
      draft.signal = event.signal
      break
    case 'scored':
      draft.score = event.score
      break
    case 'online':
      setOnline(draft, event.online, effects)
      if (event.online || event.by === 'silence') break
      silenceAgain(draft)
      silence(draft, event.now, event.now, effects)
      break
    case 'refused':
      refuse(draft, event.aheadMs, event.now)
      break
    case 'characterised':
      draft.isChangeOnly = event.isChangeOnly
      silenceAgain(draft)
      break
    case 'placed':
      place(draft, event.place, event.now, effects)
      break
    case 'baselined':
      draft.baseline = event.baseline
      score(draft, event.now, effects)
      break
    case 'ticked':
      tick(draft, event.now, event.ear, effects)
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

/**
 * A minute is complete when a later one has begun, or so long after its end (WA-8): and after its newest reading, for a
 * sensor may be sending what it had stored, or send its readings by the hour.
 */
const completeMs = (pace: number): number => Math.max(90_000, gapOf(pace))

export const termsOf = ({ place, isChangeOnly }: Pick<Bed, 'place' | 'isChangeOnly'>): WatchTerms => ({
  plan: place.plan,
  earlierPlans: place.earlierPlans,
  presenceRange: place.presenceRange,
  leave: place.leave,
  isChangeOnly,
  local: (ms) => localTime(ms, place.tz),
})

function takeReadings(
  draft: BedDraft,
  readings: readonly WatchReading[],
  minutes: readonly MinuteSums[],
  now: number,
  effects: BedEffect[],
): void {
  const { place } = draft
  noteSilence(draft, now, effects)
  hear(draft, now)
  const sorted = readings.length === 1 ? readings : readings.toSorted((a, b) => a.ms - b.ms)
  const own = isTheirs(place, sorted[0]!.ms) ? sorted : sorted.filter(({ ms }) => isTheirs(place, ms))
  const newest = own.at(-1)
  if (!newest && isMonitored(draft)) followLag(draft, sorted.at(-1)!.ms, now, effects)
  const fresh = newest && isMonitored(draft) ? watch(draft, own, minutes, now, effects) : minutes
  const ring = ringAfter(draft, fresh)
  draft.minutes = ring
  draft.lastMinute = laterMinute(draft.lastMinute, lastMinuteOf(ring) ?? lastMinuteOf(fresh))
  if (newest && (draft.ts === null || newest.ms > draft.ts)) {
    draft.ts = newest.ms
    draft.rr = newest.rr
    draft.dist = newest.dist ?? null
  }
  setOnline(draft, true, effects)
  effects.push({ effect: 'tell', what: 'numbers' })
  score(draft, now, effects)
}

/** @returns the minutes, without what a stuck sensor repeated */
function watch(
  draft: BedDraft,
  own: readonly WatchReading[],
  minutes: readonly MinuteSums[],
  now: number,
  effects: BedEffect[],
): readonly MinuteSums[] {
  const [first] = own
  const newest = own.at(-1)!
  const isOfNow = believe(draft, newest.ms, now, effects)
  const watchedUntil = draft.watch.ts
  const [changed] = minutes
  // What was stored already changes no minute.
  if (changed && (changed.minute < draft.judgedUntil || (watchedUntil !== null && first!.ms <= watchedUntil)))
    effects.push({ effect: 'late', from: Math.min(changed.minute, minuteOf(first!.ms)) })
  let fresh = minutes
  // As they would be judged one by one: a minute is complete with the first reading of a later one.
  for (const some of byMinute(own, watchedUntil)) {
    const gone = draft.watch.goneFrom
    const judged = watchReadings(draft.watch, some, termsOf(draft))
    draft.watch = judged.watch
    for (const effect of judged.effects) {
      if (effect.effect !== 'flag') continue
      fresh = leaveOut(fresh, effect.from, effect.until)
      draft.minutes = leaveOut(draft.minutes, effect.from, effect.until)
    }
    follow(draft, judged.effects, now, isOfNow, effects)
    judgeMinutes(draft, fresh, minuteOf(draft.watch.ts!), effects)
    const { goneFrom } = draft.watch
    if (goneFrom !== null && goneFrom !== gone) endEpisodes(draft, goneFrom, 'left_bed', effects)
  }
  if (isOfNow) believeAgain(draft, now, effects)
  endTechnical(draft, now, effects)
  return fresh
}

/** Cut behind each reading that begins a minute. */
function* byMinute(readings: readonly WatchReading[], watchedUntil: number | null): Generator<readonly WatchReading[]> {
  if (readings.length === 1) return yield readings
  let from = 0
  let minute = watchedUntil === null ? Number.NEGATIVE_INFINITY : minuteOf(watchedUntil)
  for (const [at, { ms }] of readings.entries()) {
    if (minuteOf(ms) <= minute) continue
    minute = minuteOf(ms)
    yield readings.slice(from, at + 1)
    from = at + 1
  }
  if (from < readings.length) yield readings.slice(from)
}

/** Effects of the watch become effects of the bed. @param isOfNow its states are those of now */
function follow(
  draft: BedDraft,
  watched: readonly WatchEffect[],
  now: number,
  isOfNow: boolean,
  effects: BedEffect[],
): void {
  for (const one of watched) {
    if (one.effect === 'raise') {
      effects.push({ ...one, direction: null, rr: null, aheadMs: null })
      if (one.kind === 'stuck') endEpisodes(draft, one.at, 'sensor_stuck', effects)
    } else if (one.effect === 'end') effects.push({ ...one, direction: null })
    else if (one.effect === 'flag') effects.push(one)
    else if (isOfNow && !isPaused(draft, now)) {
      // A resident who comes back is watched from then on, whatever was stored meanwhile.
      const since = isWall(draft.signal) ? Math.max(one.since, draft.goodSince ?? now) : one.since
      // A sensor's clock may be minutes ahead.
      show(draft, one.state, Math.min(since, now), one.note, effects)
    }
  }
}

/** A clock that was set right slowly changes no state of the watch. */
function believeAgain(draft: BedDraft, now: number, effects: BedEffect[]): void {
  const { state, note } = draft.watch
  if (state === null || !isWall(draft.signal) || isPaused(draft, now)) return
  show(draft, state, draft.goodSince ?? now, note, effects)
}

/** Disconnected: the distance is cleared (LI-7). */
function setOnline(draft: BedDraft, online: boolean, effects: BedEffect[]): void {
  if (draft.online === online) return
  effects.push({ effect: 'tell', what: 'status' })
  draft.online = online
  if (!online) draft.dist = null
}

/** Another plan, leave or name: windows that end from now on are judged by it, and nothing of before is raised (PL-3). */
function place(draft: BedDraft, after: Place, now: number, effects: BedEffect[]): void {
  const { plan, leave } = draft.place
  draft.place = after
  // Screens say until when, so it is sent again although nothing else changes.
  if (draft.signal?.state === 'paused' && isPaused(draft, now) && leave?.until !== after.leave?.until)
    effects.push({ effect: 'signal', signal: draft.signal })
  if (!isMonitored(draft) || JSON.stringify(after.plan) === JSON.stringify(plan)) return
  changePlan(draft, draft.minutes, after.plan, now, effects)
}

/** The r-score as of now. The node that takes the readings sends it. */
function score(draft: BedDraft, now: number, effects: BedEffect[]): void {
  if (draft.place.residentId === null) return
  if (draft.isBehind && now - (draft.ts ?? 0) < (episodeMinutes + 1) * minuteMs) return
  const after = scoreAt(draft, now)
  if (after.upper_score === draft.score.upper_score && after.lower_score === draft.score.lower_score) return
  draft.score = after
  effects.push({ effect: 'tell', what: 'score' })
}

function tick(draft: BedDraft, now: number, ear: Ear | null, effects: BedEffect[]): void {
  forgetFuture(draft, now)
  score(draft, now, effects)
  if (!isMonitored(draft)) return
  if (!draft.isBehind) {
    const begun = minuteOf(draft.watch.ts ?? draft.ts ?? 0)
    const complete = completeMs(draft.pace)
    judgeMinutes(draft, [], now - draft.seenAt >= complete ? minuteOf(now - complete) : begun, effects)
  }
  if (!isPaused(draft, now)) judgeRefusals(draft, now, effects)
  if (ear === null) return
  if (isPaused(draft, now)) {
    if (draft.signal?.state !== 'paused') pause(draft, effects)
    return
  }
  if (draft.signal?.state === 'paused') resume(draft, now, effects)
  judgeSilence(draft, now, ear, effects)
}
