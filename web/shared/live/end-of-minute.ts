import type { LastMinute } from '@eupnea/contract/live.ts'

/** A minute's newest valid value arrived by its end, or by the newest reading if the minute is in progress. */
export function endOfMinute(minute: LastMinute, ts: number | null): number | null {
  if (minute.avg === null || minute.tracker_ts === null) return null
  const end = Date.parse(minute.tracker_ts) + 60_000
  return Number.isNaN(end) ? null : Math.min(end, ts ?? end)
}
