import { telemetryLimits } from '@eupnea/contract/live.ts'

/** Whole days to keep. */
export interface Retention {
  readonly readingsDays: number
  readonly minutesDays: number
}

/** The days that an accepted reading may fall in, plus a few ahead, and where the retention begins. UTC dates. */
export function partitionDays(today: Temporal.PlainDate, retention: Retention) {
  const oldestReadingDays = telemetryLimits.behindMs / 86_400_000 + 1
  return {
    today: today.toString(),
    first: today.subtract({ days: oldestReadingDays }).toString(),
    last: today.add({ days: 3 }).toString(),
    readingsFrom: today.subtract({ days: retention.readingsDays }).toString(),
    minutesFrom: today.subtract({ days: retention.minutesDays }).toString(),
  }
}
