import type { LastMinute } from '@eupnea/contract/live.ts'
import type { RespirationPoint } from '@eupnea/contract/reports.ts'
import type { CurvePoint } from '../shared/charts/series.ts'

/** A fetched point in the charts' shape. */
export const curvePoint = ({ tracker_ts, avg, min, max }: RespirationPoint): CurvePoint => ({
  at: Date.parse(tracker_ts),
  avg,
  min,
  max,
})

/**
 * Fetched minutes with the live one inserted: it grows while in progress, and a fetched one may be older.
 * @param from minutes before this instant are dropped, ms since the epoch
 */
export function withMinute(
  points: readonly CurvePoint[],
  minute: LastMinute | undefined,
  from: number,
): readonly CurvePoint[] {
  const kept = points.filter(({ at }) => at >= from)
  if (!minute || minute.avg === null || minute.tracker_ts === null) return kept
  const at = Date.parse(minute.tracker_ts)
  if (!(at >= from)) return kept
  const { avg, min, max } = minute
  return [...kept.filter((point) => point.at !== at), { at, avg, min, max }]
}
