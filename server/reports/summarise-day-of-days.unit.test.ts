import fc from 'fast-check'
import { expect, it } from 'vitest'
import { type Piece, piecesOf } from './summarise-day-of-days.ts'

const at = (minute: number) => Temporal.Instant.from('2026-03-01T00:00:00Z').add({ minutes: minute })
const minuteOf = (instant: Temporal.Instant) => Math.round(at(0).until(instant).total('minutes'))

/** How often each minute is counted. */
function counted(pieces: readonly Piece[]): Map<number, number> {
  const counts = new Map<number, number>()
  for (const { since, until, sign } of pieces) {
    const end = minuteOf(until)
    for (let minute = minuteOf(since); minute < end; minute++) counts.set(minute, (counts.get(minute) ?? 0) + sign)
  }
  return new Map([...counts].filter(([, count]) => count !== 0))
}

const each = (since: number, until: number): Map<number, number> =>
  new Map(Array.from({ length: Math.max(0, until - since) }, (_, index) => [since + index, 1]))

const sorted = (counts: Map<number, number>) => [...counts].toSorted(([a], [b]) => a - b)

it('each minute of a span counts once, wherever its hours are cut [RP-3]', () => {
  const minute = fc.integer({ min: 0, max: 300 })
  fc.assert(
    fc.property(minute, fc.integer({ min: 1, max: 300 }), minute, (since, length, lastDay) => {
      const span = { resident_id: 'a', device_no: 1, since: at(since), until: at(since + length) }
      const pieces = piecesOf(span, at(lastDay))
      const ofDay = pieces.filter((piece) => piece.ofDay)
      const ofDays = pieces.filter((piece) => piece.ofDays)
      expect(sorted(counted(ofDays))).toEqual(sorted(each(since, since + length)))
      expect(sorted(counted(ofDay))).toEqual(sorted(each(Math.max(since, lastDay), since + length)))
    }),
    { numRuns: 500 },
  )
})

it('reads the shorter side of the hour in which the days begin, and of that in which the last day does [RP-3]', () => {
  const cut = (since: number, lastDay: number) =>
    piecesOf({ resident_id: 'a', device_no: 1, since: at(since), until: at(600) }, at(lastDay)).map(
      ({ since, until, sign }) => [minuteOf(since), minuteOf(until), sign],
    )
  expect(cut(25, 310)).toEqual([
    [0, 300, 1],
    [0, 25, -1],
    [300, 310, -1],
    [300, 600, 1],
  ])
  expect(cut(35, 350)).toEqual([
    [35, 360, 1],
    [350, 360, 1],
    [360, 600, 1],
  ])
  expect(cut(35, 300)).toEqual([
    [35, 300, 1],
    [300, 600, 1],
  ])
})
