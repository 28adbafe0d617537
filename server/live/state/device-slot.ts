import { type DeviceState, emptyLastMinute, type LastMinute, type RrMessage } from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes, noEpisode } from '@eupnea/contract/rules/episode.ts'
import { averageRr, type MinuteSums, minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { type Baseline, type RScore, rScoreOf } from '@eupnea/contract/rules/r-score.ts'

/** Where a device is: what administration decides, not what the device says. */
export interface Place {
  readonly no: number
  readonly id: string
  readonly clinicId: string | null
  /** 0 for a device in stock */
  readonly clinicNo: number
  readonly residentId: string | null
  /** since when the resident lies under it, ms since the epoch; earlier readings are not theirs */
  readonly residentSince: number | null
  /** the first minute that is theirs alone, ms since the epoch: that of a hand-over is no one's */
  readonly firstMinute: number | null
  readonly topicPrefix: string | null
}

/** Everything live of one device. One mutable object a device; no object is made for a reading. */
export interface DeviceSlot {
  place: Place
  /** newest reading: ms since the epoch, breaths per minute, metres */
  ts: number | null
  rr: number | null
  dist: number | null
  /** the ten newest minutes of the present resident, oldest first */
  minutes: readonly MinuteSums[]
  /** the database has, or may have, minutes that `minutes` lacks: another node took readings, or a commit was cut off */
  isBehind: boolean
  /** of the live state when this slot last changed */
  revision: number
  lastMinute: LastMinute
  online: boolean
  /** when this node last heard of it, ms of this node's clock */
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
 * Puts minutes as the database now has them into the ring of the ten newest.
 * @returns a new ring; the old one stays as it was, in case the transaction fails
 */
export function mergeMinutes(ring: readonly MinuteSums[], fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  const byMinute = new Map(ring.map((sums) => [sums.minute, sums]))
  for (const sums of fresh) byMinute.set(sums.minute, sums)
  const newest = Math.max(...byMinute.keys())
  const from = newest - (episodeMinutes - 1) * minuteMs
  return [...byMinute.values()].filter((sums) => sums.minute >= from).sort((a, b) => a.minute - b.minute)
}

/** Averages of the ring's minutes that have one. */
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

/** rr_last_mint after something came in: a late minute changes no newer one (LI-2). */
export const laterMinute = (before: LastMinute, after: LastMinute | null): LastMinute =>
  after && (before.tracker_ts === null || after.tracker_ts! >= before.tracker_ts) ? after : before

/** The r-score at `now`: minutes of the last ten only, also when nothing has come since. */
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
