import {
  type DeviceState,
  emptyLastMinute,
  type LastMinute,
  type RrMessage,
  type SignalAnswer,
} from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes, noEpisode } from '@eupnea/contract/rules/episode.ts'
import { averageRr, type MinuteSums, minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type { EarlierPlan, MonitoringPlan } from '@eupnea/contract/rules/plan.ts'
import { type Baseline, type RScore, rScoreOf } from '@eupnea/contract/rules/r-score.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import type { Direction, Severity } from '@eupnea/contract/rules/severity.ts'
import type { Signal } from '@eupnea/contract/rules/signal.ts'
import { newWatch, type Watch } from './watch.ts'

/** Where a device is, and by what its readings are judged: what administration decides, not what the device says. */
export interface Place {
  readonly no: number
  readonly id: string
  readonly clinicId: string | null
  /** 0 for a device in stock */
  readonly clinicNo: number
  readonly residentId: string | null
  /** since when the resident lies under it, ms since the epoch; earlier readings are not theirs */
  readonly residentSince: number | null
  /** when they were linked, ms since the epoch: later than that where it was said since when they lie there (WA-13) */
  readonly linkedAt: number | null
  /** the first minute that is theirs alone, ms since the epoch: that of a hand-over is no one's */
  readonly firstMinute: number | null
  readonly topicPrefix: string | null
  /** IANA zone of the facility */
  readonly tz: string
  /** by which the facility writes times */
  readonly locale: string
  /** metres in which somebody counts as in bed (WA-9) */
  readonly presenceRange: number
  readonly plan: MonitoringPlan
  /** by which what comes late is judged: those that held within the time from which readings are accepted */
  readonly earlierPlans: readonly EarlierPlan[]
  /** nothing is raised in [from, until), ms since the epoch (PL-6) */
  readonly leave: Leave | null
}

interface Leave {
  readonly from: number
  readonly until: number
}

/** Messages that were refused since the last reading that could be believed (WA-1). */
interface Refusals {
  readonly since: number
  readonly newest: number
  /** for a wrong clock, and by how much it is ahead, ms; negative: behind */
  readonly clock: number
  readonly aheadMs: number
  readonly other: number
}

/** Readings that all lag by the same: a clock that is behind, or was set back, unlike a store that is sent (WA-1). */
interface Lag {
  readonly since: number
  readonly least: number
  readonly most: number
  /** the newest of them */
  readonly ts: number
}

interface EndedByPlan {
  readonly severity: Severity
  /** ms since the epoch */
  readonly at: number
}

/** Kinds of notification that are about the sensor; they end after 60 good seconds (WA-7). */
export type TechnicalKind = 'silent' | 'clock' | 'malformed'

/** Everything live of one device. Never changed: `reduceBed` makes the next one. */
export interface Bed {
  readonly place: Place
  /** newest reading: ms since the epoch, breaths per minute, metres */
  readonly ts: number | null
  readonly rr: number | null
  readonly dist: number | null
  /** newest reading from before the sensor's clock was set back: up to then each may be stored already */
  readonly storedUntil: number | null
  /** the ten newest minutes of the present resident, oldest first */
  readonly minutes: readonly MinuteSums[]
  /** the database has, or may have, what this bed lacks: another node took readings, or a commit was cut off */
  readonly isBehind: boolean
  /** of the live state when this bed last changed */
  readonly revision: number
  readonly lastMinute: LastMinute
  readonly online: boolean
  /** when this node last heard of it, ms of this node's clock */
  readonly seenAt: number
  /** when a reading last came that says something of its time, ms of this node's clock */
  readonly currentAt: number
  /** usual time between messages, ms of this node's clock: the median of `gaps` */
  readonly pace: number
  /** the newest gaps between messages, ms, newest last */
  readonly gaps: readonly number[]
  /** it says what changes, and nothing while nothing does (WA-9) */
  readonly isChangeOnly: boolean
  readonly episode: EpisodeState
  /** the newest episode of each direction that a change of plan ended (PL-3) */
  readonly endedByPlan: Readonly<Partial<Record<Direction, EndedByPlan>>>
  /** end of the newest minute that episodes were judged by, ms since the epoch */
  readonly judgedUntil: number
  readonly baseline: Baseline
  readonly score: RScore
  readonly watch: Watch
  /** null while nobody is watched here */
  readonly signal: Signal | null
  readonly refusals: Refusals | null
  readonly lag: Lag | null
  /** notifications about the sensor that are open */
  readonly technical: readonly TechnicalKind[]
  /** since when readings can be believed, ms of this node's clock; null: they can't */
  readonly goodSince: number | null
}

/** A bed on its way to the next one. */
export type BedDraft = { -readonly [Key in keyof Bed]: Bed[Key] }

export const newBed = (place: Place, baseline: Baseline): Bed => ({
  place,
  ts: null,
  rr: null,
  dist: null,
  storedUntil: null,
  minutes: [],
  isBehind: false,
  revision: 0,
  lastMinute: emptyLastMinute,
  online: false,
  seenAt: 0,
  currentAt: 0,
  pace: 1_000,
  gaps: [],
  isChangeOnly: false,
  episode: noEpisode,
  endedByPlan: {},
  judgedUntil: 0,
  baseline,
  score: { upper_score: 0, lower_score: 0 },
  watch: newWatch,
  signal: null,
  refusals: null,
  lag: null,
  technical: [],
  goodSince: null,
})

/** Whether it is somebody's bed, so that somebody is watched (WA-1). */
export const isMonitored = ({ place }: Bed): boolean => place.residentId !== null && place.clinicId !== null

/**
 * Puts minutes as the database now has them into the ring of the ten newest.
 * @returns a new ring; the old one stays as it was, in case the transaction fails
 */
export function mergeMinutes(ring: readonly MinuteSums[], fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const newest = Math.max(ring.at(-1)?.minute ?? 0, ...fresh.map(({ minute }) => minute))
  const from = newest - (episodeMinutes - 1) * minuteMs
  const kept = ring.filter(({ minute }) => minute >= from && !fresh.some((sums) => sums.minute === minute))
  return [...kept, ...fresh.filter(({ minute }) => minute >= from)].sort((a, b) => a.minute - b.minute)
}

/** Averages of the ring's minutes that have one. */
export function ringAverages(ring: readonly MinuteSums[]): number[] {
  const averages: number[] = []
  for (const sums of ring) if (sums.nRr > 0) averages.push(sums.sumRr / sums.nRr)
  return averages
}

/** rr_last_mint of the newest minute with a valid rr. */
export function lastMinuteOf(minutes: readonly MinuteSums[]): LastMinute | null {
  const sums = minutes.findLast(({ nRr }) => nRr > 0)
  if (!sums) return null
  return {
    avg: hundredth(averageRr(sums)),
    max: hundredth(sums.maxRr),
    min: hundredth(sums.minRr),
    dist_rr_avg: sums.nDist > 0 ? hundredth(sums.sumDist / sums.nDist) : null,
    tracker_ts: new Date(sums.minute).toISOString(),
  }
}

/** rr_last_mint after something came in: a late minute changes no newer one (LI-2). */
export const laterMinute = (before: LastMinute, after: LastMinute | null): LastMinute =>
  after && (before.tracker_ts === null || after.tracker_ts! >= before.tracker_ts) ? after : before

/** Of a device that is disconnected the last minute is empty (LI-7). */
export const shownLastMinute = ({ online, lastMinute }: Bed): LastMinute => (online ? lastMinute : emptyLastMinute)

/** The r-score at `now`: minutes of the last ten only, also when nothing has come since. */
export function scoreAt(bed: Bed, now: number): RScore {
  const from = minuteOf(now) - episodeMinutes * minuteMs
  return rScoreOf(ringAverages(bed.minutes.filter((sums) => sums.minute >= from)), bed.baseline)
}

export const hasAlert = (bed: Bed): boolean => bed.episode.low !== null || bed.episode.high !== null

export function rrMessageOf(bed: Bed): RrMessage {
  return {
    action: 'rr',
    device_id: bed.place.id,
    rr: bed.rr,
    dist_rr: bed.dist,
    alert10min: hasAlert(bed),
    status: 1,
    rr_last_mint: bed.lastMinute,
    ts: bed.ts ?? 0,
  }
}

export function deviceStateOf(bed: Bed): DeviceState {
  return {
    device_id: bed.place.id,
    patient_id: bed.place.residentId,
    rr: bed.rr,
    dist_rr: bed.dist,
    alert10min: hasAlert(bed),
    status: bed.online ? 1 : 0,
    rr_last_mint: shownLastMinute(bed),
    r_score: bed.score,
    ts: bed.ts,
    signal: signalAnswer(bed),
    presence_range: bed.place.presenceRange,
  }
}

/** Not stored from before the present resident came: that was of somebody else. */
export const isTheirs = ({ residentSince }: Place, ts: number): boolean => residentSince === null || ts >= residentSince

/**
 * When something of the resident last came; of what was stored before it came, the newest reading's instant. Of a device
 * that was never heard since they came, or has sent only what it had stored since it was linked, when it was linked:
 * nobody awaited it before.
 */
export function lastHeard({ place: { residentSince, linkedAt }, currentAt, seenAt, ts }: Bed): number {
  const heardAt = currentAt || (ts ?? 0)
  const since = residentSince ?? 0
  const linked = linkedAt ?? 0
  const isCatchingUp = currentAt < linked && linked <= seenAt
  return heardAt > since && !isCatchingUp ? heardAt : Math.max(heardAt, since, linked)
}

/**
 * Since when a state has held by its notification. The state itself begins anew after a gap, which was downtime; people
 * would read of two beginnings. Null where it can't be older, or another node has judged it.
 */
function heldFrom({ signal, watch, isBehind }: Bed): number | null {
  if (isBehind) return null
  if (signal?.state === 'no_breathing') return watch.lostSince
  return signal?.state === 'stuck' ? (watch.stuckFrom ?? watch.stuckSince) : null
}

/** The bed's signal as it travels; of a bed that this node has not heard yet: silent since the newest reading (WA-1). */
export function signalAnswer(bed: Bed): SignalAnswer | null {
  const { signal, place } = bed
  if (signal === null) return isMonitored(bed) ? { state: 'silent', since: lastHeard(bed) } : null
  const { state, note } = signal
  const since = Math.min(signal.since, heldFrom(bed) ?? signal.since)
  const until = state === 'paused' ? place.leave?.until : undefined
  return { state, since, ...(note !== null && { note }), ...(until !== undefined && { until }) }
}
