import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { BedDatabase, BedNode } from './node.fixture.ts'
import type { WatchReading } from './watch.ts'

const second = 1_000
const minute = 60 * second
const start = Date.UTC(2026, 4, 1, 20)
const ear = { since: start - 60 * minute, quietMs: 3 * minute, doubted: new Set<string>() }

/** Somebody who breathes, and after `breathes` seconds does not; one reading a second by a clock that is off by `byMs`. */
function stopBreathing(send: (readings: readonly WatchReading[], now: number) => void, from: number, byMs: number) {
  return (breathes: number, stops: number, size = 1) => {
    const readings = Array.from({ length: breathes + stops }, (_, nth) => ({
      ms: from + byMs + nth * second,
      rr: nth < breathes ? 16 + (nth % 3) / 10 : null,
      dist: 0.9 + (nth % 5) / 100,
    }))
    for (let at = 0; at < readings.length; at += size) {
      const some = readings.slice(at, at + size)
      send(some, some.at(-1)!.ms - byMs)
    }
  }
}

it.each([
  ['back by 2 minutes', 0, -2 * minute, 1],
  ['back by nearly 5 minutes', 0, -290 * second, 1],
  ['back by 4 minutes, in messages of 10 readings', 0, -4 * minute, 10],
  ['right after having been 4 minutes ahead', 4 * minute, 0, 1],
  ['back by 20 seconds, after having been a minute behind', -minute, -80 * second, 1],
])('is watched without a pause while its sensor’s clock was set %s [WA-1] [WA-2]', (_what, before, after, size) => {
  const database = new BedDatabase()
  const node = new BedNode(placeWith({ residentSince: start - 10 * minute }), database)
  const states = new Set<string | undefined>()
  const raisedAt: number[] = []
  const send = (readings: readonly WatchReading[], now: number) => {
    node.commit(readings, now)
    node.tick(now, ear)
    states.add(node.bed.signal?.state)
    if (raisedAt.length < database.notifications.length) raisedAt.push(now)
  }
  stopBreathing(send, start, before)(300, 0)
  expect(node.bed.signal?.state).toBe('ok')
  states.clear()
  const setAt = start + 300 * second
  stopBreathing(send, setAt, after)(30, 200, size)
  expect([...states]).toEqual(['ok', 'no_breathing'])
  expect(database.notifications.map(({ raise }) => [raise.kind, raise.severity])).toEqual([['no_breathing', 'danger']])
  expect(raisedAt[0]! - (setAt + 30 * second)).toBeLessThanOrEqual((120 + size) * second)
  // It goes on when the clock has passed what it said before.
  stopBreathing(send, setAt + 230 * second, after)(400, 0, size)
  expect(node.bed.signal?.state).toBe('ok')
  expect(database.notifications.map(({ end }) => end?.reason)).toEqual(['breathing'])
  expect(node.bed.rr).not.toBeNull()
})

it('whoever stops breathing as the clock is set back is told of within seconds of when they would be [WA-2]', () => {
  const database = new BedDatabase()
  const node = new BedNode(placeWith({ residentSince: start - 10 * minute }), database)
  let raisedAt = 0
  const send = (readings: readonly WatchReading[], now: number) => {
    node.commit(readings, now)
    if (database.notifications.length > 0) raisedAt ||= now
  }
  stopBreathing(send, start, 0)(300, 60)
  stopBreathing(send, start + 360 * second, -4 * minute)(0, 100)
  expect(raisedAt).toBeGreaterThan(start)
  expect((raisedAt - start) / second - 300).toBeLessThanOrEqual(121)
})
