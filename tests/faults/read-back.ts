import type { Reading } from '@eupnea/contract/live.ts'
import { type RespirationPoint, readReport } from '@eupnea/contract/reports.ts'
import { addReading, averageRr, emptyMinute, type MinuteSums, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type { SpawnedPortal } from '../kit/spawn-portal.ts'

/** What the portal has stored, read through its calls, and what it should have stored. */

export interface RawPoint {
  readonly ts: number
  readonly rr: number | null
  readonly dist: number | null
}

const pageSize = 10_000

/** Every reading of a device of the last days, all pages. */
export async function readRaw(portal: SpawnedPortal, device_id: string, days = 31): Promise<RawPoint[]> {
  const start = Temporal.Now.instant()
    .subtract({ hours: days * 24 })
    .toString()
  const end = Temporal.Now.instant().add({ minutes: 6 }).toString()
  const points: RawPoint[] = []
  for (let page = 1; ; page++) {
    const query = { report: 'raw', device_id, start, end, page, page_size: pageSize } as const
    const { items } = await portal.send(readReport, query)
    points.push(...(items as RawPoint[]))
    if (items.length < pageSize) return points
  }
}

/** Minute points of a device of the last `hours` (at most 72). */
export async function readMinutes(portal: SpawnedPortal, device_id: string, hours = 72): Promise<RespirationPoint[]> {
  const { items } = await portal.send(readReport, { report: 'rr', device_id, hours })
  return items as RespirationPoint[]
}

/** Differences in words, the first few of each kind; empty if there are none. */
export function compareRaw(expected: readonly Reading[], stored: readonly RawPoint[]): string[] {
  const faults: string[] = []
  const byTs = new Map<number, RawPoint>()
  for (const point of stored) {
    if (byTs.has(point.ts)) faults.push(`twice: ${JSON.stringify(point)}`)
    byTs.set(point.ts, point)
  }
  for (const { ts, rr, dist } of expected) {
    const found = byTs.get(ts)
    byTs.delete(ts)
    if (!found) faults.push(`lost: ${ts}`)
    else if (found.rr !== rr || found.dist !== dist)
      faults.push(`not the first one: ${JSON.stringify(found)} instead of ${JSON.stringify({ rr, dist })}`)
  }
  for (const point of byTs.values()) faults.push(`never sent: ${JSON.stringify(point)}`)
  return faults.length > 10 ? [...faults.slice(0, 10), `… and ${faults.length - 10} more`] : faults
}

/** The minutes that these readings add up to, as reported (rr and dist in steps that are exact in float32). */
export function minutesOf(readings: readonly RawPoint[]): RespirationPoint[] {
  const minutes = new Map<number, MinuteSums>()
  for (const { ts, rr, dist } of readings) {
    const minute = minuteOf(ts)
    const sums = minutes.get(minute) ?? emptyMinute(minute)
    minutes.set(minute, sums)
    addReading(sums, rr, dist)
  }
  return [...minutes.values()]
    .sort((a, b) => a.minute - b.minute)
    .map((sums) => ({
      tracker_ts: Temporal.Instant.fromEpochMilliseconds(sums.minute).toString(),
      avg: rounded(averageRr(sums)),
      min: sums.minRr,
      max: sums.maxRr,
      dist_rr_avg: sums.nDist > 0 ? rounded(sums.sumDist / sums.nDist) : null,
    }))
}

const rounded = (value: number | null) => (value === null ? null : Math.round(value * 100) / 100)
