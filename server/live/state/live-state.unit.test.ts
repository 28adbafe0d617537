import { emptyMinute, type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { beforeEach, expect, it } from 'vitest'
import { type DeviceSlot, emptySlot, mergeMinutes } from './device-slot.ts'
import { type CommittedDevice, LiveState } from './live-state.ts'

const place = {
  no: 1,
  id: 'd',
  clinicId: 'c',
  clinicNo: 1,
  residentId: 'r',
  residentSince: null,
  firstMinute: null,
  topicPrefix: null,
}
const at = (minute: number) => 1_795_000_020_000 - (1_795_000_020_000 % minuteMs) + minute * minuteMs
const breathing = (minute: number, rr: number): MinuteSums => ({
  ...emptyMinute(at(minute)),
  ...{ n: 1, nRr: 1, sumRr: rr, minRr: rr, maxRr: rr },
})
const silent = (minute: number): MinuteSums => ({ ...emptyMinute(at(minute)), n: 1 })

let state: LiveState
let slot: DeviceSlot

beforeEach(() => {
  state = new LiveState()
  slot = emptySlot(place, defaultBaseline)
  state.put(slot)
})

const commit = (fresh: MinuteSums[], reading: Partial<CommittedDevice> = {}) => {
  const { minute } = fresh.at(-1)!
  const given = {
    slot,
    fresh,
    minutes: mergeMinutes(slot.minutes, fresh),
    episode: slot.episode,
    ts: minute,
    rr: null,
    dist: null,
  }
  state.commit({ ...given, ...reading }, minute)
}

it('takes the newest minute with a rate from stored readings, also when the last ten minutes have none [LI-2]', () => {
  commit([breathing(-300, 14), breathing(-60, 17), ...Array.from({ length: 10 }, (_, i) => silent(i))])
  expect(slot.lastMinute).toMatchObject({ avg: 17, tracker_ts: new Date(at(-60)).toISOString() })
})

it('lets a late reading change no newer value, minute or connection [LI-2]', () => {
  commit([breathing(0, 16)], { rr: 16, dist: 1 })
  commit([breathing(-30, 40)], { rr: 40, dist: 2, minutes: slot.minutes })
  expect(slot).toMatchObject({ ts: at(0), rr: 16, dist: 1, online: true })
  expect(slot.lastMinute.avg).toBe(16)
})

it('clears distance and last minute of a device that is disconnected, until it speaks again [LI-5] [LI-7]', () => {
  commit([breathing(0, 16)], { rr: 16, dist: 1 })
  state.setOnline(slot, false)
  expect(slot).toMatchObject({ online: false, dist: null, lastMinute: { avg: null, tracker_ts: null } })
  commit([breathing(1, 18)], { rr: 18, dist: 1 })
  expect(slot).toMatchObject({ online: true, dist: 1, lastMinute: { avg: 18 } })
})

it('tells no r-score of minutes that are longer ago than ten [LI-4]', () => {
  commit(Array.from({ length: 10 }, (_, n) => breathing(n, 26)))
  expect(slot.score.upper_score).toBeGreaterThan(50)
  state.refreshScore(slot, at(14))
  expect(slot.score.upper_score).toBeGreaterThan(50)
  state.refreshScore(slot, at(20))
  expect(slot.score).toEqual({ upper_score: 0, lower_score: 0 })
})

it('takes nothing of who lay there before, from here or from another node [LI-2]', () => {
  slot = emptySlot({ ...place, residentSince: at(0) }, defaultBaseline)
  state.put(slot)
  commit([breathing(-30, 40)], { rr: 40, dist: 2, minutes: slot.minutes, fresh: [] })
  const seen = { device_id: 'd', rr: 40, dist_rr: 2, rr_last_mint: slot.lastMinute, ts: at(0) - 1 }
  expect(state.mirror(seen, { low: null, high: 'danger' })).toBe(false)
  expect(slot).toMatchObject({ ts: null, rr: null, dist: null, episode: { high: null } })
  expect(state.mirror({ ...seen, rr: 16, ts: at(0) }, slot.episode)).toBe(true)
  expect(slot).toMatchObject({ ts: at(0), rr: 16 })
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
