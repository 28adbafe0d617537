import { type DeviceState, emptyLastMinute, type LastMinute, type RrMessage } from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes, noEpisode } from '@eupnea/contract/rules/episode.ts'
import { averageRr, type MinuteSums, minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { type Baseline, type RScore, rScoreOf } from '@eupnea/contract/rules/r-score.ts'

/** Where a device is: decided by administration, not by the device. */
export interface Place {
  readonly no: number
  readonly id: string
  readonly clinicId: string | null
  /** 0 for a device in stock */
  readonly clinicNo: number
  readonly residentId: string | null
  /** when the resident came, ms since the epoch; earlier readings are not theirs */
  readonly residentSince: number | null
  /**
   * the first whole minute that belongs to this resident, ms since the epoch; the minute of the hand-over belongs to
   * nobody
   */
  readonly firstMinute: number | null
  readonly topicPrefix: string | null
}

/** All live values of a device. One mutable object per device; readings create no objects. */
export interface DeviceSlot {
  place: Place
  /** newest reading: ms since the epoch, breaths per minute, metres */
  ts: number | null
  rr: number | null
  dist: number | null
  /** the ten newest minutes of the present resident, oldest first */
  minutes: readonly MinuteSums[]
  /** `minutes` may lack some that are in the database: another node took readings, or a commit's answer was lost */
  isBehind: boolean
  /** revision of the live state when this slot last changed */
  revision: number
  lastMinute: LastMinute
  online: boolean
  /** when this node last heard from it, ms by this node's clock */
  seenAt: number
  episode: EpisodeState
  baseline: Baseline
  score: RScore
}

export const emptySlot = (place: Place, baseline: Baseline): DeviceSlot => ({
  place,
  ts: null,
  rr: null,
  dist: null,
  minutes: [],
  isBehind: false,
  revision: 0,
  lastMinute: emptyLastMinute,
  online: false,
  seenAt: 0,
  episode: noEpisode,
  baseline,
  score: { upper_score: 0, lower_score: 0 },
})

/**
 * Merges minutes, as now stored, into the ring of the ten newest.
 * @returns a new ring; the old one stays unchanged in case the transaction fails
 */
export function mergeMinutes(ring: readonly MinuteSums[], fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const byMinute = new Map(ring.map((sums) => [sums.minute, sums]))
  for (const sums of fresh) byMinute.set(sums.minute, sums)
  const newest = Math.max(...byMinute.keys())
  const from = newest - (episodeMinutes - 1) * minuteMs
  return [...byMinute.values()].filter((sums) => sums.minute >= from).sort((a, b) => a.minute - b.minute)
}

/** Averages of those minutes of the ring that have one. */
export function ringAverages(ring: readonly MinuteSums[]): number[] {
  const averages: number[] = []
  for (const sums of ring) if (sums.nRr > 0) averages.push(sums.sumRr / sums.nRr)
  return averages
}

const rounded = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)

/** rr_last_mint of the newest minute with a valid rr (interfaces.md section 5). */
export function lastMinuteOf(minutes: readonly MinuteSums[]): LastMinute | null {
  const sums = minutes.findLast(({ nRr }) => nRr > 0)
  if (!sums) return null
  return {
    avg: rounded(averageRr(sums)),
    max: rounded(sums.maxRr),
    min: rounded(sums.minRr),
    dist_rr_avg: sums.nDist > 0 ? rounded(sums.sumDist / sums.nDist) : null,
    tracker_ts: new Date(sums.minute).toISOString(),
  }
}

/** rr_last_mint after new minutes: a late minute doesn't replace a newer one (LI-2). */
export const laterMinute = (before: LastMinute, after: LastMinute | null): LastMinute =>
  after && (before.tracker_ts === null || after.tracker_ts! >= before.tracker_ts) ? after : before

/** The r-score at `now`, from the last ten minutes only, even if nothing has arrived since. */
export function scoreAt(slot: DeviceSlot, now: number): RScore {
  const from = minuteOf(now) - episodeMinutes * minuteMs
  return rScoreOf(ringAverages(slot.minutes.filter((sums) => sums.minute >= from)), slot.baseline)
}

export const hasAlert = (slot: DeviceSlot): boolean => slot.episode.low !== null || slot.episode.high !== null

export function rrMessageOf(slot: DeviceSlot): RrMessage {
  return {
    action: 'rr',
    device_id: slot.place.id,
    rr: slot.rr,
    dist_rr: slot.dist,
    alert10min: hasAlert(slot),
    status: 1,
    rr_last_mint: slot.lastMinute,
    ts: slot.ts ?? 0,
  }
}

export function deviceStateOf(slot: DeviceSlot): DeviceState {
  return {
    device_id: slot.place.id,
    patient_id: slot.place.residentId,
    rr: slot.rr,
    dist_rr: slot.dist,
    alert10min: hasAlert(slot),
    status: slot.online ? 1 : 0,
    rr_last_mint: slot.lastMinute,
    r_score: slot.score,
    ts: slot.ts,
  }
}
