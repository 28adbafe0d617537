import { nextTime } from '../shared/form/local-time.ts'

/** When a shift usually ends. */
const usualEnds = ['07:00', '19:00'] as const
const hour = 3_600_000

/** The usual end that comes next, at least an hour away. @param now ms since the epoch @param zone IANA */
export function usualEnd(now: number, zone: string): string {
  const ends = usualEnds.map((time) => ({ time, at: Date.parse(nextTime(time, now + hour, zone) ?? '') }))
  return ends.sort((one, other) => one.at - other.at)[0]!.time
}
