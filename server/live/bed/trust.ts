import { isSameSignal, type Signal, type SignalNote, type SignalState } from '@eupnea/contract/rules/signal.ts'
import { type Bed, type BedDraft, isMonitored, isTheirs, lastHeard, type TechnicalKind } from './bed.ts'
import type { BedEffect, Ear } from './bed-event.ts'
import { setBack } from './set-back.ts'
import { gapOf, hush, interrupt, withGap } from './watch.ts'

/** Whether what a device says can be believed, by the portal's own clock: silence, its clock, refused messages (WA-1). */

/** A reading older than that says nothing about now. */
const currentMs = 5 * 60_000
const noReadingMs = 60_000
const steadyMs = 10_000
/** Older readings may just be late. After this long with nothing newer, the clock counts as set back. */
const setBackMs = 15_000
const goodMs = 60_000
const malformedMessages = 5

/** Kinds of notification that take the portal's clock. */
export const isTechnical = (kind: string): kind is TechnicalKind =>
  kind === 'silent' || kind === 'clock' || kind === 'malformed'

export const isPaused = ({ place: { leave } }: Bed, now: number): boolean =>
  leave !== null && now >= leave.from && now < leave.until

/** States that take the portal's clock, and hold until readings can be believed again. */
export const isWall = (signal: Signal | null): boolean =>
  signal === null || signal.state === 'silent' || isDistrusted(signal)

const isDistrusted = (signal: Signal | null): boolean => signal?.state === 'clock' || signal?.state === 'malformed'

export function show(
  draft: BedDraft,
  state: SignalState,
  since: number,
  note: SignalNote | null,
  effects: BedEffect[],
): void {
  const before = draft.signal
  const signal =
    before?.state === state ? { ...before, note } : { state, since: Math.max(since, before?.since ?? since), note }
  if (isSameSignal(before, signal)) return
  draft.signal = signal
  effects.push({ effect: 'signal', signal })
}

/** @returns whether a reading of `ts` says something about now */
export const isCurrent = (ts: number, now: number): boolean => now - ts <= currentMs

/** The same again, or what came late, says nothing of now: the screens go on showing what was before. */
const isNews = (bed: Bed, ts: number): boolean => bed.ts === null || ts > bed.ts

/** Notes that the device sent something, and how often it does. */
export function hear(draft: BedDraft, now: number): void {
  if (draft.seenAt > 0) {
    const { gaps, usual } = withGap(draft.gaps, now - draft.seenAt)
    draft.gaps = gaps
    draft.pace = usual
  }
  draft.seenAt = now
}

/** @returns whether readings up to `ts` say something of now; keeps what else is known of the sensor's clock */
export function believe(draft: BedDraft, ts: number, now: number, effects: BedEffect[]): boolean {
  const isNow = isCurrent(ts, now)
  if (isNow && (isNews(draft, ts) || isFromSetBack(draft, ts, now))) {
    draft.lag = null
    draft.refusals = null
    draft.currentAt = now
    draft.goodSince ??= now
    return true
  }
  followLag(draft, ts, now, effects)
  return false
}

/**
 * Watches by how much readings lag. A constant lag of more than five minutes means that the sensor's clock is wrong. A
 * smaller one is ignored, unless it dates every reading before the sensor was linked (WA-13): the card then shows it, but
 * no notification is sent.
 */
export function followLag(draft: BedDraft, ts: number, now: number, effects: BedEffect[]): void {
  const lag = now - ts
  const before = draft.lag
  draft.lag = isSteady(draft, ts, now)
    ? { since: before!.since, least: Math.min(before!.least, lag), most: Math.max(before!.most, lag), ts }
    : { since: now, least: lag, most: lag, ts }
  const since = Math.max(draft.lag.since, draft.currentAt)
  if (now - since < noReadingMs) return
  if (!isCurrent(ts, now)) distrust(draft, 'clock', { since, now, aheadMs: -lag }, effects)
  else if (!isTheirs(draft.place, ts)) doubt(draft, 'clock', { since, now }, effects)
}

/** Whether readings advance with time, unlike a repeated one or a backlog that is sent. */
function isSteady({ lag: before }: Bed, ts: number, now: number): boolean {
  const lag = now - ts
  return before !== null && ts >= before.ts && lag > before.most - steadyMs && lag < before.least + steadyMs
}

/** @returns whether the clock was set back; if so, what is known about the bed is shifted too */
function isFromSetBack(draft: BedDraft, ts: number, now: number): boolean {
  if (!isSteady(draft, ts, now) || now - draft.lag!.since < setBackMs) return false
  setBack(draft, ts, now - ts - (draft.currentAt - draft.ts!))
  return true
}

/** One message was refused. Too old by always the same is a wrong clock; else a store is sent, or seconds are. */
export function refuse(draft: BedDraft, aheadMs: number | null, now: number): void {
  const before = draft.refusals ?? { since: now, clock: 0, other: 0, aheadMs: 0 }
  const isSame = aheadMs !== null && Math.abs(aheadMs - before.aheadMs) < steadyMs
  const isClock = aheadMs !== null && (aheadMs > 0 || isSame)
  const taken = aheadMs === null || isClock ? 0 : before.clock
  draft.refusals = {
    since: before.since,
    newest: now,
    clock: before.clock + (isClock ? 1 : 0) - taken,
    other: before.other + (isClock ? 0 : 1) + taken,
    // Not the newest: one that runs away slowly isn't the same.
    aheadMs: aheadMs === null || (isSame && aheadMs < 0) ? before.aheadMs : aheadMs,
  }
}

interface Doubt {
  readonly since: number
  readonly now: number
}

/** What comes is not to be believed: the clock is wrong, or the messages are. @returns whether that is new */
function doubt(draft: BedDraft, kind: 'clock' | 'malformed', { since, now }: Doubt, effects: BedEffect[]): boolean {
  if (isPaused(draft, now) || draft.signal?.state === kind) return false
  draft.watch = interrupt(draft.watch)
  draft.goodSince = null
  // During a leave that has just ended, nobody was watched.
  show(draft, kind, draft.signal?.state === 'paused' ? now : since, null, effects)
  return true
}

function distrust(
  draft: BedDraft,
  kind: 'clock' | 'malformed',
  { aheadMs, ...when }: Doubt & { readonly aheadMs: number | null },
  effects: BedEffect[],
): void {
  if (doubt(draft, kind, when, effects)) warnTechnical(draft, kind, draft.signal!.since, aheadMs, effects)
}

export function warnTechnical(
  draft: BedDraft,
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
export function endTechnical(draft: BedDraft, now: number, effects: BedEffect[]): void {
  const { goodSince, technical } = draft
  if (technical.length === 0 || goodSince === null || now - goodSince < goodMs) return
  for (const kind of technical)
    effects.push({ effect: 'end', kind, direction: null, at: goodSince + goodMs, reason: 'recovered' })
  draft.technical = []
}

/**
 * It says once more that it is gone, or is found to say only what changes: what came before does not count towards being
 * back.
 */
export function silenceAgain(draft: BedDraft): void {
  if (draft.signal?.state !== 'silent') return
  hushWatch(draft)
}

function hushWatch(draft: BedDraft): void {
  // A sensor that says only what changes stores nothing, and its gaps show nothing.
  draft.watch = draft.isChangeOnly ? interrupt(draft.watch) : hush(draft.watch)
  draft.goodSince = null
}

/** It went away, by its own word or its broker's: no gap has to pass. */
export function silence(draft: BedDraft, since: number, now: number, effects: BedEffect[]): void {
  if (!isMonitored(draft) || isPaused(draft, now) || draft.signal?.state === 'silent') return
  hushWatch(draft)
  show(draft, 'silent', since, null, effects)
}

/**
 * It speaks again after a silence that nobody judged, such as while the portal was stopped: that was downtime all the same
 * (WA-10). An ESPHome node may say nothing for hours, and its own word is all that tells (WA-5).
 */
export function noteSilence(draft: BedDraft, now: number, effects: BedEffect[]): void {
  const { signal, place, pace } = draft
  if (isWall(signal) || signal?.state === 'paused' || place.topicPrefix !== null || !isMonitored(draft)) return
  const heardAt = lastHeard(draft)
  if (now - heardAt <= gapOf(pace)) return
  draft.goodSince = null
  show(draft, 'silent', heardAt, null, effects)
}

/**
 * After this node's clock was set back, what it heard before counts as heard now. Otherwise it would notice no silence
 * until the clock had caught up.
 */
export function forgetFuture(draft: BedDraft, now: number): void {
  draft.seenAt = Math.min(draft.seenAt, now)
  draft.currentAt = Math.min(draft.currentAt, now)
  if (draft.goodSince !== null) draft.goodSince = Math.min(draft.goodSince, now)
  const { lag, refusals } = draft
  if (lag && lag.since > now) draft.lag = null
  if (refusals && refusals.newest > now)
    draft.refusals = { ...refusals, since: Math.min(refusals.since, now), newest: now }
}

/** By the node to which it speaks: messages keep coming, and nothing that can be believed. */
export function judgeRefusals(draft: BedDraft, now: number, effects: BedEffect[]): void {
  const { refusals, currentAt, place } = draft
  if (refusals === null || now - refusals.newest >= noReadingMs) return
  const since = Math.max(currentAt, refusals.since, place.residentSince ?? 0)
  if (now - since < noReadingMs) return
  const { clock, other, aheadMs } = refusals
  if (clock >= other) distrust(draft, 'clock', { since, now, aheadMs }, effects)
  else if (clock + other >= malformedMessages) distrust(draft, 'malformed', { since, now, aheadMs: null }, effects)
}

/** By the node that has an ear on all of them. */
export function judgeSilence(draft: BedDraft, now: number, ear: Ear, effects: BedEffect[]): void {
  const { place, signal, currentAt, pace } = draft
  const gap = gapOf(pace)
  // What is refused, or comes by a wrong clock, is heard all the same.
  const isBehind = draft.lag !== null && (draft.lag.least > currentMs || !isTheirs(place, draft.lag.ts))
  const isHeard = ear.doubted.has(place.id) || (isBehind && now - draft.seenAt <= gap)
  if (isDistrusted(signal) && isHeard) return
  const isNewToUs = currentAt <= ear.since
  const heardAt = lastHeard(draft)
  const isQuiet =
    place.topicPrefix === null
      ? now - heardAt > gap && (!isNewToUs || now - ear.since >= ear.quietMs)
      : !draft.online && now - Math.max(heardAt, ear.since) > gapOf(0)
  if (isQuiet) silence(draft, heardAt || now, now, effects)
  else if (signal === null && currentAt < (place.residentSince ?? 0)) show(draft, 'silent', heardAt, null, effects)
}
