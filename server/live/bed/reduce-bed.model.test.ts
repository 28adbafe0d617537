import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { BedDatabase, BedNode, describeNotifications } from './node.fixture.ts'
import { obviousNotifications } from './obvious-watch.fixture.ts'
import type { WatchReading } from './watch.ts'

/** The reducer against the rules looked up by hand, over random histories in any packing (WA-8). */

const start = Date.UTC(2026, 4, 1, 20)
const packings = [1, 3, 15, 30, 180, 3_600]

interface Piece {
  readonly does:
    | 'breathes'
    | 'is still'
    | 'is gone'
    | 'flickers'
    | 'hangs'
    | 'says nothing'
    | 'moves away'
    | 'stammers'
    | 'turns over'
    | 'visits'
  readonly rate: number
  readonly seconds: number
}

const piece = fc.record({
  does: fc.constantFrom<Piece['does']>(
    'breathes',
    'breathes',
    'is still',
    'is gone',
    'flickers',
    'hangs',
    'says nothing',
    'moves away',
    'stammers',
    'turns over',
    'visits',
  ),
  rate: fc.constantFrom(2, 5, 9, 16, 16, 24, 33),
  seconds: fc.oneof(
    fc.integer({ min: 5, max: 150 }),
    fc.integer({ min: 150, max: 1_500 }),
    fc.constantFrom(20, 30, 60, 120, 600, 900, 2_400),
  ),
})
const plan = fc.record({
  out_of_bed: fc.constantFrom(
    null,
    { minutes: 0, from: '12:00', until: '12:00' },
    { minutes: 2, from: '20:00', until: '06:00' },
    { minutes: 3, from: '20:30', until: '21:15' },
    { minutes: 10, from: '20:00', until: '03:00' },
  ),
  still_in_bed: fc.constantFrom(null, '20:15', '21:00', '00:01'),
})
const does = (does: Piece['does'], seconds: number): Piece => ({ does, rate: 16, seconds })
/** Somebody goes to bed and leaves it; what is between the two says that they are back, or nothing of it (WA-11). */
const leaving = fc
  .tuple(
    fc.constantFrom(500, 700, 900),
    fc.constantFrom(15, 100, 500),
    fc.constantFrom(does('breathes', 8), does('breathes', 15), does('says nothing', 200), does('flickers', 60)),
    fc.constantFrom(15, 300, 900, 1_200),
  )
  .map(([stays, leaves, between, isGone]) => [
    does('breathes', stays),
    does('is gone', leaves),
    between,
    does('is gone', isGone),
  ])
/** Somebody breathes out of range, and leaves; a visitor's breathing may be what the sensor sees then (AL-2). */
const leavingUnwell = fc
  .tuple(
    fc.constantFrom(5, 9, 24, 33),
    fc.constantFrom(130, 400, 900),
    fc.constantFrom<Piece['does']>('is gone', 'visits'),
  )
  .map(([rate, breathes, leaves]): Piece[] => [
    { does: 'breathes', rate, seconds: breathes },
    { does: leaves, rate, seconds: 1_500 },
    { does: leaves, rate: 24, seconds: 600 },
  ])
/** A sensor hangs, is silent, and hangs or measures again (WA-4). */
const hanging = fc
  .tuple(
    fc.constantFrom(900, 1_300, 2_400),
    fc.constantFrom(100, 200, 900),
    fc.constantFrom<Piece['does']>('hangs', 'hangs', 'breathes'),
    fc.constantFrom(30, 600, 1_500),
  )
  .map(([hangs, silent, then, seconds]) => [
    does('hangs', hangs),
    does('says nothing', silent),
    does(then, seconds),
    does('breathes', 100),
  ])
const history = fc.record({
  plan,
  tz: fc.constantFrom('UTC', 'UTC', 'Asia/Kolkata'),
  everySeconds: fc.constantFrom(5, 10, 10, 20, 120),
  knowsDistance: fc.constantFrom(true, true, false),
  pieces: fc.oneof(
    fc.array(piece, { minLength: 1, maxLength: 9 }),
    fc
      .array(
        fc.oneof(
          piece.map((one) => [one]),
          leaving,
          leavingUnwell,
          hanging,
        ),
        { minLength: 1, maxLength: 4 },
      )
      .map((some) => some.flat()),
  ),
})
type History = typeof history extends fc.Arbitrary<infer T> ? T : never

const placeOf = ({ plan, tz }: History) => placeWith({ plan: { ...defaultPlan, ...plan }, tz })

function readingsOf({ everySeconds, knowsDistance, pieces }: History): WatchReading[] {
  const readings: WatchReading[] = []
  let ms = start
  for (const { does, rate, seconds } of pieces) {
    const until = ms + seconds * 1_000
    for (let nth = 0; ms < until; nth++, ms += everySeconds * 1_000) {
      const dist = 0.9 + (nth % 5) / 1_000
      const breathes = { rr: rate + (nth % 7) / 10, dist }
      const said = {
        breathes,
        'is still': { rr: null, dist },
        'is gone': { rr: null, dist: null },
        flickers: nth % 2 ? { rr: null, dist: null } : { rr: null, dist },
        hangs: { rr: rate, dist: 0.92 },
        'says nothing': null,
        'moves away': { rr: null, dist: 0.9 + nth / 20 },
        stammers: nth % 3 ? breathes : { rr: null, dist },
        'turns over': { rr: null, dist, isMoving: true as const },
        visits: { ...breathes, dist: 2.2 },
      }[does]
      if (said) readings.push({ ms, ...said, dist: knowsDistance ? said.dist : undefined })
    }
  }
  return readings
}

const packed = (readings: readonly WatchReading[], size: number): WatchReading[][] =>
  Array.from({ length: Math.ceil(readings.length / size) }, (_, n) => readings.slice(n * size, (n + 1) * size))

const longAfter = 4 * 3_600_000

/** `MODEL_RUNS=2000` looks longer; a failure's seed is kept in `test-results/fast-check.txt`. */
const runs = { numRuns: Number(process.env.MODEL_RUNS ?? 40) }

describe('notifications of a bed', () => {
  it('are those of the rules, in messages of any length [WA-2] [WA-4] [WA-8] [WA-11] [AL-2]', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(...packings), (given, size) => {
        const place = placeOf(given)
        const readings = readingsOf(given)
        const database = new BedDatabase()
        const node = new BedNode(place, database)
        for (const some of packed(readings, size)) node.commit(some, some.at(-1)!.ms + 200)
        node.tick((readings.at(-1)?.ms ?? start) + longAfter)
        expect(describeNotifications(database)).toEqual(obviousNotifications(readings, place).toSorted())
      }),
      runs,
    )
  })

  it('are the same over restarts and two nodes [WA-1] [WA-8] [LI-9]', () => {
    const turns = fc.array(fc.constantFrom<'a' | 'b' | 'restart'>('a', 'a', 'a', 'b', 'restart'), { minLength: 1 })
    fc.assert(
      fc.property(history, fc.constantFrom(1, 3, 15, 180), turns, (given, size, order) => {
        const place = placeOf(given)
        const readings = readingsOf(given)
        const database = new BedDatabase()
        const nodes = { a: new BedNode(place, database), b: new BedNode(place, database) }
        for (const [nth, some] of packed(readings, size).entries()) {
          const turn = order[nth % order.length]!
          if (turn === 'restart') nodes.a = new BedNode(place, database)
          const who = turn === 'b' ? 'b' : 'a'
          nodes[who].commit(some, some.at(-1)!.ms + 200)
          nodes[who === 'a' ? 'b' : 'a'].hear()
        }
        const last = new BedNode(place, database)
        last.tick((readings.at(-1)?.ms ?? start) + longAfter)
        expect(describeNotifications(database)).toEqual(obviousNotifications(readings, place).toSorted())
      }),
      runs,
    )
  })

  it('are never taken back by readings that come late, nor raised twice [WA-8]', () => {
    fc.assert(
      fc.property(history, fc.constantFrom(1, 3, 15), fc.array(fc.nat(), { minLength: 5 }), (given, size, delays) => {
        const place = placeOf(given)
        const inOrder = packed(readingsOf(given), size)
        const late = inOrder
          .map((some, nth) => ({ some, turn: nth + (delays[nth % delays.length]! % 5 === 0 ? 7 : 0) }))
          .sort((a, b) => a.turn - b.turn)
        const database = new BedDatabase()
        const node = new BedNode(place, database)
        let now = start
        for (const { some } of late) {
          const before = database.notifications.map(({ raise }) => raise)
          now = Math.max(now, some.at(-1)!.ms + 200)
          node.commit(some, now)
          expect(database.notifications.slice(0, before.length).map(({ raise }) => raise)).toEqual(before)
        }
        for (const [nth, { raise }] of database.notifications.entries())
          for (const other of database.notifications.slice(0, nth))
            if (other.raise.kind === raise.kind && other.raise.direction === raise.direction)
              expect(other.end!.at).toBeLessThanOrEqual(raise.at)
      }),
      runs,
    )
  })
})

describe('the signal of a bed', () => {
  it('ends as the same in messages of any length, if the sensor has gone on for a while [WA-1]', () => {
    fc.assert(
      fc.property(history, (given) => {
        const place = placeOf(given)
        const goesOn = given.pieces.findLast(({ does }) => does !== 'says nothing')
        const readings = readingsOf({
          ...given,
          pieces: [...given.pieces, ...(goesOn ? [{ ...goesOn, seconds: 60 + 4 * given.everySeconds }] : [])],
        })
        const last = packings.map((size) => {
          const node = new BedNode(place, new BedDatabase())
          for (const some of packed(readings, size)) node.commit(some, some.at(-1)!.ms + 200)
          const { signal } = node.bed
          return signal && `${signal.state} ${signal.note}`
        })
        expect(new Set(last).size).toBe(1)
      }),
      runs,
    )
  })
})
