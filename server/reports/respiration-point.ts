import type { RespirationPoint } from '@eupnea/contract/reports.ts'
import { hundredth } from '@eupnea/contract/rules/round.ts'
import type { MinuteRow } from '../measurements/index.ts'

/** A row as a point of a curve; two decimals, because sensors aren't more precise. */
export const respirationPoint = ({ at, avg, min, max, dist_rr_avg }: MinuteRow): RespirationPoint => ({
  tracker_ts: at.toString(),
  avg: hundredth(avg),
  min: hundredth(min),
  max: hundredth(max),
  dist_rr_avg: hundredth(dist_rr_avg),
})
