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

/** Somebody breathes, and now and then the sensor hangs. @param hangs in seconds, in order; ten minutes follow the last */
function readingsOf(everySeconds: number, hangs: readonly { from: number; until: number }[]): WatchReading[] {
  return Array.from({ length: Math.ceil((hangs.at(-1)!.until + 600) / everySeconds) }, (_, nth) => {
    const at = nth * everySeconds
    const doesHang = hangs.some(({ from, until }) => at >= from && at < until)
    const says = doesHang ? { rr: 16, dist: 0.92 } : { rr: 16 + (nth % 7) / 10, dist: 0.9 + (nth % 5) / 1_000 }
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
  return [...database.minutes.values()]
    .flatMap(({ n, minute }) => (n === 0 ? [(minute - start) / 60_000] : []))
    .sort((a, b) => a - b)
}

/** In as many parts as there are cuts; the last one comes last, the others as `order` says. 0: in time */
function partsOf(
  readings: readonly WatchReading[],
  cuts: readonly number[],
  order: readonly number[],
): WatchReading[][] {
  const ends = [...new Set(cuts.map((cut) => cut % readings.length)), readings.length].sort((a, b) => a - b)
  const parts = ends.map((end, nth) => readings.slice(ends[nth - 1] ?? 0, end)).filter((part) => part.length > 0)
  const places = parts.map((part, nth) => ({ part, at: nth === parts.length - 1 ? 0 : order[nth]! }))
  return places.sort((a, b) => a.at - b.at).map(({ part }) => part)
}

describe('minutes of a stuck sensor', () => {
  const paces = fc.constantFrom(5, 10, 20, 120)
  const minutesAt = (everySeconds: number, minutes: number) => minutes * (everySeconds > 60 ? 240 : 60)
  const begins = fc.integer({ min: 100, max: 900 })
  const cuts = fc.array(fc.nat({ max: 3_000 }), { minLength: 1, maxLength: 6 })
  const order = fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1, max: 99 })), { minLength: 7, maxLength: 7 })
  const numRuns = Number(process.env.MODEL_RUNS ?? 60)
  const inTime = (readings: readonly WatchReading[]) => flaggedBy(readings.map((one) => [one]))

  it('are the same in whatever parts and order readings of it come late [WA-4] [WA-8]', () => {
    fc.assert(
      fc.property(paces, begins, fc.integer({ min: 10, max: 50 }), cuts, order, (every, from, minutes, ...parted) => {
        const readings = readingsOf(every, [{ from, until: from + minutesAt(every, minutes) }])
        expect(flaggedBy(partsOf(readings, ...parted))).toEqual(inTime(readings))
      }),
      { numRuns },
    )
  })

  it('are judged by the longest run before, also when they are judged again from the middle of that [WA-4] [WA-8]', () => {
    const [short, long] = [fc.integer({ min: 2, max: 14 }), fc.integer({ min: 10, max: 50 })]
    fc.assert(
      fc.property(
        ...([paces, begins, short, fc.integer({ min: 60, max: 5_400 }), long, cuts, order] as const),
        (every, from, first, between, second, ...parted) => {
          const learned = from + minutesAt(every, first)
          const again = learned + between
          const hangs = [
            { from, until: learned },
            { from: again, until: again + minutesAt(every, second) },
          ]
          const readings = readingsOf(every, hangs)
          // What has been learned came in time.
          const known = Math.ceil(learned / every) + 1
          const parts = partsOf(readings.slice(known), ...parted)
          expect(flaggedBy([...readings.slice(0, known).map((one) => [one]), ...parts])).toEqual(inTime(readings))
        },
      ),
      { numRuns, examples: [[5, 100, 7, 2_911, 21, [1, 834, 831, 2], [1, 0, 0, 1, 1, 0, 1]]] },
    )
  })
})
