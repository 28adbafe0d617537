import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { beginAgain, missingFrom } from './judge-late.ts'
import { BedDatabase, BedNode } from './node.fixture.ts'
import { reduceBed } from './reduce-bed.ts'
import type { WatchReading } from './watch.ts'

const start = Date.UTC(2026, 4, 1, 20)
const place = placeWith({ residentSince: start, firstMinute: start })

/** Somebody breathes, the sensor hangs, and goes on. */
function readingsOf(everySeconds: number, hangsFrom: number, hangsMinutes: number): WatchReading[] {
  const ends = hangsFrom + hangsMinutes * 60
  return Array.from({ length: Math.ceil((ends + 600) / everySeconds) }, (_, nth) => {
    const at = nth * everySeconds
    const hangs = at >= hangsFrom && at < ends
    const says = hangs ? { rr: 16, dist: 0.92 } : { rr: 16 + (nth % 7) / 10, dist: 0.9 + (nth % 5) / 1_000 }
    return { ms: start + at * 1_000, ...says }
  })
}

/** Takes the parts in turn; what is late is judged again after each, as `judge-again.ts` does. @returns flagged minutes */
function flaggedBy(parts: readonly (readonly WatchReading[])[]): number[] {
  const database = new BedDatabase()
  const node = new BedNode(place, database)
  let now = start
  for (const part of parts) {
    now = Math.max(now, part.at(-1)!.ms) + 200
    const newest = node.bed.ts ?? 0
    node.commit(part, now)
    const from = minuteOf(part[0]!.ms)
    if (part[0]!.ms > newest) continue
    const { at, bed } = beginAgain(node.bed, from)
    const again = [...database.readings.values()].filter(({ ms }) => ms >= at).sort((a, b) => a.ms - b.ms)
    const minutes = [...database.minutes.values()].sort((a, b) => a.minute - b.minute)
    const { effects } = reduceBed(bed, { event: 'readings', readings: again, minutes, now: again.at(-1)!.ms })
    database.follow(missingFrom(effects, [], from).open)
  }
  return [...database.minutes.values()].flatMap(({ n, minute }) => (n === 0 ? [(minute - start) / 60_000] : [])).sort()
}

describe('minutes of a stuck sensor', () => {
  it('are the same in whatever parts and order readings of it come late [WA-4] [WA-8]', () => {
    const cuts = fc.array(fc.nat({ max: 1_000 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(
        fc.constantFrom(5, 10, 20, 120),
        fc.integer({ min: 100, max: 900 }),
        fc.integer({ min: 10, max: 50 }),
        cuts,
        // 0: in time
        fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })), { minLength: 7, maxLength: 7 }),
        (everySeconds, hangsFrom, hangsMinutes, where, order) => {
          const readings = readingsOf(everySeconds, hangsFrom, hangsMinutes * (everySeconds > 60 ? 4 : 1))
          const ends = [...new Set(where.map((cut) => cut % readings.length)), readings.length].sort((a, b) => a - b)
          const parts = ends
            .map((end, nth) => readings.slice(ends[nth - 1] ?? 0, end))
            .filter((part) => part.length > 0)
          const last = parts.length - 1
          const mixed = parts
            .map((part, nth) => ({ part, at: nth === last ? 0 : order[nth]! }))
            .sort((a, b) => a.at - b.at)
          expect(flaggedBy(mixed.map(({ part }) => part))).toEqual(flaggedBy(readings.map((one) => [one])))
        },
      ),
      { numRuns: Number(process.env.MODEL_RUNS ?? 60) },
    )
  })
})
