import type { LastMinute } from '@eupnea/contract/live.ts'
import type { RespirationPoint } from '@eupnea/contract/reports.ts'
import type { SignalState } from '@eupnea/contract/rules/signal.ts'
import type { CurvePoint } from '../shared/charts/series.ts'
import type { DeviceSlice } from '../shared/live/index.ts'

const unbelieved: readonly SignalState[] = ['stuck', 'clock', 'malformed']

/** Since when what a sensor sends can't be believed, ms since the epoch: its minutes say nothing of the resident. */
export const unbelievedSince = (signal: { readonly state: SignalState; readonly since: number } | null | undefined) =>
  signal && unbelieved.includes(signal.state) ? signal.since : Number.POSITIVE_INFINITY

/** Since when the bed has been empty, as the portal or else this page has seen it, ms since the epoch; null: it is not. */
export const emptySince = ({
  signal,
  status,
  presence,
  presenceSince,
}: Pick<DeviceSlice, 'signal' | 'status' | 'presence' | 'presenceSince'>): number | null =>
  signal?.state === 'away' ? signal.since : status === 1 && presence === 'out' ? presenceSince : null

/** A fetched point in the charts' shape. */
export const curvePoint = ({ tracker_ts, avg, min, max }: RespirationPoint): CurvePoint => ({
  at: Date.parse(tracker_ts),
  avg,
  min,
  max,
})

/**
 * Fetched minutes with the live one inserted: it grows while in progress, and a fetched one may be older.
 * @param from minutes before this instant are dropped, and those from `until` on, ms since the epoch
 */
export function withMinute(
  points: readonly CurvePoint[],
  minute: LastMinute | undefined,
  from: number,
  until: number,
): readonly CurvePoint[] {
  const kept = points.filter(({ at }) => at >= from && at < until)
  if (!minute || minute.avg === null || minute.tracker_ts === null) return kept
  const at = Date.parse(minute.tracker_ts)
  if (!(at >= from && at < until)) return kept
  const { avg, min, max } = minute
  return [...kept.filter((point) => point.at !== at), { at, avg, min, max }]
}
