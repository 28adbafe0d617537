import type { RespirationPoint } from '@eupnea/contract/reports.ts'
import type { MinuteRow } from './minutes.sql.ts'

/** A row as a point of a curve; two decimals, because sensors aren't more precise. */
export const respirationPoint = ({ at, avg, min, max, dist_rr_avg }: MinuteRow): RespirationPoint => ({
  tracker_ts: at.toString(),
  avg: round(avg),
  min: round(min),
  max: round(max),
  dist_rr_avg: round(dist_rr_avg),
})

/** To two decimals. */
export const round = (value: number | null): number | null => (value === null ? null : Math.round(value * 100) / 100)
