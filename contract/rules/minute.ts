import { defaultPresenceRange, hasPresence } from './presence.ts'

/** The minute of a reading and its sums. */

export const minuteMs = 60_000

/** Start of the minute [m, m+60 s) that `ts` falls in, ms since the epoch. */
export const minuteOf = (ts: number): number => ts - (((ts % minuteMs) + minuteMs) % minuteMs)

/** The sums of one minute of one device; sums rather than means, so that late readings can be added. */
export interface MinuteSums {
  /** start of the minute, ms since the epoch */
  readonly minute: number
  /** readings of any kind */
  n: number
  /** readings with a valid rr, and their sum, lowest and highest (breaths per minute) */
  nRr: number
  sumRr: number
  minRr: number | null
  maxRr: number | null
  /** readings with a valid distance, and their sum (metres) */
  nDist: number
  sumDist: number
  /** readings with presence at the default range */
  nPresence: number
}

export const emptyMinute = (minute: number): MinuteSums => ({
  minute,
  n: 0,
  nRr: 0,
  sumRr: 0,
  minRr: null,
  maxRr: null,
  nDist: 0,
  sumDist: 0,
  nPresence: 0,
})

/** Adds one reading to its minute. */
export function addReading(sums: MinuteSums, rr: number | null, dist: number | null): void {
  sums.n++
  if (rr !== null) {
    sums.nRr++
    sums.sumRr += rr
    sums.minRr = sums.minRr === null || rr < sums.minRr ? rr : sums.minRr
    sums.maxRr = sums.maxRr === null || rr > sums.maxRr ? rr : sums.maxRr
  }
  if (dist !== null) {
    sums.nDist++
    sums.sumDist += dist
  }
  if (hasPresence(rr, dist, defaultPresenceRange)) sums.nPresence++
}

export const averageRr = (sums: MinuteSums): number | null => (sums.nRr > 0 ? sums.sumRr / sums.nRr : null)

/** In bed when at least half of the minute's readings have presence. */
export const isInBed = (sums: MinuteSums): boolean => sums.n > 0 && sums.nPresence * 2 >= sums.n
