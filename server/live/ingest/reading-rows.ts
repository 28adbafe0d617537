import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Reading } from '@eupnea/contract/live.ts'
import type { Bed } from '../bed/bed.ts'
import { knowsDistance } from '../bed/watch.ts'
import type { ReadingRow } from './ingest.sql.ts'
import type { WaveEstimates } from './wave-estimates.ts'

/** Readings on their way to the database. */

const estimatesAtOnce = 32

const rowOf = (
  bed: Bed,
  { ts, rr, dist, isThere, wave }: Reading,
  isKnowing: boolean,
  isMoving = false,
): ReadingRow => ({
  deviceNo: bed.place.no,
  clinicNo: bed.place.clinicNo,
  ms: ts,
  rr,
  dist: dist ?? null,
  isDistAbsent: isThere ? false : dist === undefined || (dist === null && !isKnowing) || null,
  isMoving: isMoving || null,
  wave,
})

/** Whether a null distance at `ts`, ms since the epoch, means an empty bed. */
type Knows = (ts: number) => boolean

export const rowsOf = (bed: Bed, readings: readonly Reading[], knows: Knows): ReadingRow[] =>
  readings.map((reading) => rowOf(bed, reading, knows(reading.ts)))

/**
 * Remembers when each device last measured a distance: what it sends next may come before that is stored. Within a
 * message it knows from its first one on, as if each reading came alone (WA-8).
 */
export function createKnowing(): (bed: Bed, readings: readonly Reading[]) => Knows {
  const heard = new Map<number, number>()
  return ({ watch, place: { no } }, readings) => {
    const before = heard.get(no) ?? null
    const measured = readings.flatMap(({ ts, dist }) => (typeof dist === 'number' ? ts : []))
    const first = Math.min(...measured)
    if (measured.length > 0) heard.set(no, Math.max(before ?? first, ...measured))
    return (ts) =>
      knowsDistance(watch, ts) ||
      knowsDistance({ distAt: before }, ts) ||
      (first <= ts && knowsDistance({ distAt: first }, ts))
  }
}

/** Readings with waves, whose rates are found on the way. */
export async function rowsOfWaves(
  waves: WaveEstimates,
  bed: Bed,
  readings: readonly Reading[],
  knows: Knows,
): Promise<ReadingRow[]> {
  const rows: ReadingRow[] = []
  const { no, residentSince } = bed.place
  const first = readings.find(({ wave, rr }) => wave && rr === null)
  if (first) await waves.catchUp(no, first.ts, first.wave!, residentSince ?? 0)
  for (const reading of readings.toSorted((a, b) => a.ts - b.ts)) {
    const { ts, rr, dist, wave } = reading
    // Where nobody is, whatever moves there does not breathe (WA-9).
    const isKnowing = knows(ts)
    const isEmpty = isKnowing && dist === null
    const found = wave && !isEmpty ? waves.take(no, ts, wave, rr) : { rr, isMoving: false }
    rows.push(rowOf(bed, { ...reading, rr: found.rr }, isKnowing, found.isMoving))
    // An hour of stored waves is a second of work: others have their turn in between.
    if (wave && rows.length % estimatesAtOnce === 0) await nextTurn()
  }
  return rows
}
