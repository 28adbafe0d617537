import { emptyMinute, type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { beforeEach, expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { type Bed, mergeMinutes, newBed, shownLastMinute } from '../bed/bed.ts'
import type { BedEvent } from '../bed/bed-event.ts'
import { reduceBed } from '../bed/reduce-bed.ts'
import { LiveState } from './live-state.ts'

const at = (minute: number) => 1_795_000_020_000 - (1_795_000_020_000 % minuteMs) + minute * minuteMs
const breathing = (minute: number, rr: number): MinuteSums => ({
  ...emptyMinute(at(minute)),
  ...{ n: 1, nRr: 1, sumRr: rr, minRr: rr, maxRr: rr },
})
const silent = (minute: number): MinuteSums => ({ ...emptyMinute(at(minute)), n: 1 })

let state: LiveState
const bed = (): Bed => state.byNo(1)!

beforeEach(() => {
  state = new LiveState()
  state.put(newBed(placeWith({}), defaultBaseline))
})

const commit = (
  minutes: MinuteSums[],
  { rr = null, dist = null }: { rr?: number | null; dist?: number | null } = {},
) => {
  const ms = minutes.at(-1)!.minute
  const event: BedEvent = { event: 'readings', readings: [{ ms, rr, dist }], minutes, now: ms }
  state.adopt(bed(), event, reduceBed(bed(), event))
}

it('takes the newest minute with a rate from stored readings, also when the last ten minutes have none [LI-2]', () => {
  commit([breathing(-300, 14), breathing(-60, 17), ...Array.from({ length: 10 }, (_, i) => silent(i))])
  expect(bed().lastMinute).toMatchObject({ avg: 17, tracker_ts: new Date(at(-60)).toISOString() })
})

it('lets a late reading change no newer value, minute or connection [LI-2]', () => {
  commit([breathing(0, 16)], { rr: 16, dist: 1 })
  commit([breathing(-30, 40)], { rr: 40, dist: 2 })
  expect(bed()).toMatchObject({ ts: at(0), rr: 16, dist: 1, online: true })
  expect(bed().lastMinute.avg).toBe(16)
})

it('clears distance and last minute of a device that is disconnected, until it speaks again [LI-5] [LI-7]', () => {
  commit([breathing(0, 16)], { rr: 16, dist: 1 })
  state.apply(1, { event: 'online', online: false, by: 'word', now: at(0) })
  expect(bed()).toMatchObject({ online: false, dist: null })
  expect(shownLastMinute(bed())).toMatchObject({ avg: null, tracker_ts: null })
  commit([breathing(1, 18)], { rr: 18, dist: 1 })
  expect(bed()).toMatchObject({ online: true, dist: 1, lastMinute: { avg: 18 } })
})

it('shows no minute of long ago as the last when a device returns with what came late [LI-2] [LI-7]', () => {
  commit([breathing(0, 16)], { rr: 16, dist: 1 })
  // Nobody was there for longer than the ten minutes that are kept.
  for (let minute = 1; minute <= 12; minute++) commit([silent(minute)])
  state.apply(1, { event: 'online', online: false, by: 'word', now: at(20) })
  commit([breathing(-300, 40)], { rr: 40, dist: 2 })
  expect(bed()).toMatchObject({ online: true, lastMinute: { avg: 16 } })
})

it('tells no r-score of minutes that are longer ago than ten [LI-4]', () => {
  commit(Array.from({ length: 10 }, (_, n) => breathing(n, 26)))
  expect(bed().score.upper_score).toBeGreaterThan(50)
  state.apply(1, { event: 'ticked', now: at(14), ear: null })
  expect(bed().score.upper_score).toBeGreaterThan(50)
  state.apply(1, { event: 'ticked', now: at(20), ear: null })
  expect(bed().score).toEqual({ upper_score: 0, lower_score: 0 })
})

it('takes nothing of who lay there before, from here or from another node [LI-2]', () => {
  state.put(newBed(placeWith({ residentSince: at(0) }), defaultBaseline))
  const ms = at(-30)
  const event: BedEvent = { event: 'readings', readings: [{ ms, rr: 40, dist: 2 }], minutes: [], now: ms }
  state.adopt(bed(), event, reduceBed(bed(), event))
  const seen = { rr: 40, dist_rr: 2, rr_last_mint: bed().lastMinute, ts: at(0) - 1 }
  state.mirror(1, { event: 'mirrored', seen, episode: { low: null, high: 'danger' }, said: at(0), now: at(0) })
  expect(bed()).toMatchObject({ ts: null, rr: null, dist: null, episode: { high: null } })
  const own = { ...seen, rr: 16, ts: at(0) }
  state.mirror(1, { event: 'mirrored', seen: own, episode: bed().episode, said: at(0), now: at(0) })
  expect(bed()).toMatchObject({ ts: at(0), rr: 16 })
})

it('keeps ten minutes, the newest [AL-2]', () => {
  const ring = mergeMinutes(
    [],
    Array.from({ length: 30 }, (_, i) => breathing(i, 16)),
  )
  expect(ring.map(({ minute }) => minute)).toEqual(Array.from({ length: 10 }, (_, i) => at(20 + i)))
})

it('forgets a device, by every name [LI-6]', () => {
  state.remove(1)
  expect([state.byNo(1), state.byId('d'), [...state.ofClinic('c')], state.size]).toEqual([undefined, undefined, [], 0])
})

it('takes on what administration changes of the place of the same resident [LI-1] [WA-9] [PL-3]', () => {
  const from = bed()
  const place = { ...from.place, topicPrefix: 'bed-101', presenceRange: 4 }
  const event: BedEvent = { event: 'placed', place, now: at(0) }
  state.adopt(from, event, reduceBed(from, event))
  expect(bed().place).toEqual(place)
  expect(state.byPrefix('bed-101')?.place.no).toBe(1)
})

it('stays behind another node while only the clock goes on [LI-9]', () => {
  commit([breathing(0, 26)])
  state.doubt([1])
  const from = bed()
  const event: BedEvent = { event: 'ticked', now: at(20), ear: null }
  state.adopt(from, event, reduceBed(from, event))
  expect(bed().isBehind).toBe(true)
})
