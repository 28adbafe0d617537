import type { Resident } from '@eupnea/contract/residents.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import type { SignalNote, SignalState } from '@eupnea/contract/rules/signal.ts'
import { expect, it } from 'vitest'
import { applyLimits, type DeviceSlice, emptySlice, findingHoldMs } from '../shared/live/device-slice.ts'
import {
  type CardChoice,
  type CardResident,
  chooseCards,
  countKinds,
  kindsOf,
  rangeRank,
  type Sort,
} from './card-order.ts'

const at = Date.parse('2026-03-01T03:12:30Z')

function resident(room: string, flag: 1 | 2 | 3 | 4 | 5 = 1, more: Partial<Resident> = {}): Resident {
  return {
    patient_id: `p${room}`,
    clinic_id: 'c1',
    first_name: 'Ada',
    last_name: `Name${room}`,
    preferred_name: '',
    room,
    floor: room.slice(0, 1),
    status: 1,
    dob: null,
    gender: null,
    mrNo: null,
    dateOfAdmission: null,
    billing_information: null,
    information_file: null,
    isDocumentChanged: false,
    device_id: `d${room}`,
    device: { device_id: `d${room}`, device_name: '', device_conn_status: 1, device_tz: 'UTC' },
    flaggedResidentNotes: { status: flag },
    plan: defaultPlan,
    consent: null,
    is_consent_review_due: false,
    leave: null,
    updated_at: '2026-03-01T03:00:00Z',
    ...more,
  }
}

const connected = (room: string, rr: number | null, more: Partial<DeviceSlice> = {}): DeviceSlice =>
  applyLimits({ ...emptySlice(`d${room}`), status: 1, rr, ts: at, receivedAt: at, ...more }, defaultPlan, at)

const residents = [
  resident('110'),
  resident('9'),
  resident('101', 4, { first_name: 'Inés', last_name: 'García' }),
  resident('102', 2),
  resident('201'),
  resident('202', 1, { device: null, device_id: null }),
]
const slices = new Map<string, DeviceSlice>([
  ['110', connected('110', 34, { r_score: { upper_score: 90, lower_score: 0 } })],
  ['9', connected('9', 15)],
  ['101', connected('101', 16, { r_score: { upper_score: 0, lower_score: 40 } })],
  ['102', connected('102', 11)],
  ['201', emptySlice('d201')],
])
const sliceOf = ({ room }: CardResident) => slices.get(room)
const everyone: CardChoice = { sort: 'room', kinds: new Set(), search: '', floor: 'all' }
const rooms = (choice: Partial<CardChoice>, time = at) =>
  chooseCards(residents, { ...everyone, ...choice }, sliceOf, time).map(({ room }) => room)

it.each<[Sort, string[]]>([
  ['room', ['9', '101', '102', '110', '201', '202']],
  ['range', ['110', '102', '201', '9', '101', '202']],
  ['flag', ['101', '102', '9', '110', '201', '202']],
  ['rr', ['110', '102', '101', '9', '201', '202']],
  ['score', ['110', '101', '9', '102', '201', '202']],
])('sorts by %s, rooms as people count them [DA-7]', (sort, order) => {
  expect(rooms({ sort })).toEqual(order)
})

it('keeps a card in front for a minute after it came back into range [DA-7]', () => {
  const back = { ...connected('1', 34), rr: 15 }
  expect(rangeRank({}, back, at + findingHoldMs - 1)).toBe(0)
  expect(rangeRank({}, back, at + findingHoldMs)).toBe(3)
  expect(rangeRank({}, connected('1', 15, { alert10min: true }), at + 600_000)).toBe(1)
})

it('keeps a danger in front whose sensor fails before anybody has seen to it [DA-7] [WA-1]', () => {
  const nobody = { acknowledged: null, snoozed: null }
  const silent = connected('1', null, { alert10min: true, signal: { state: 'silent', since: at } })
  const rank = (state: 'open' | 'acknowledged', severity: 'danger' | 'warning', slice = silent) =>
    rangeRank({ notice: { state, severity, ...nobody } }, slice, at)
  expect([rank('open', 'danger'), rank('acknowledged', 'danger'), rank('open', 'warning')]).toEqual([0, 1, 1])
  // Measured again, it is as the rate says; on leave, it is nothing.
  expect(rank('open', 'danger', connected('1', 15))).toBe(3)
  expect(rank('open', 'danger', connected('1', null, { signal: { state: 'paused', since: at } }))).toBe(3)
})

it('finds rooms and names, in either order, whatever the case and accents [DA-7]', () => {
  expect(rooms({ search: ' 20' })).toEqual(['201', '202'])
  expect(rooms({ search: 'garcía, in' })).toEqual(['101'])
  expect(rooms({ search: 'INES  Garcia' })).toEqual(['101'])
  expect(rooms({ search: 'nobody' })).toEqual([])
})

it('shows one floor [DA-3]', () => {
  expect(rooms({ floor: '2' })).toEqual(['201', '202'])
})

it('puts escalated before in review, flagged, approved and default [DA-7]', () => {
  const flagged = ([1, 2, 3, 4, 5] as const).map((flag) => resident(String(flag), flag))
  const choice: CardChoice = { sort: 'flag', kinds: new Set(), search: '', floor: 'all' }
  const order = chooseCards(flagged, choice, () => undefined, at).map((one) => one.flaggedResidentNotes.status)
  expect(order).toEqual([4, 3, 2, 5, 1])
})

it('narrows to what counts as out of range, a sensor to check or flagged [DA-7]', () => {
  expect(rooms({ kinds: new Set(['extreme', 'low']) })).toEqual(['102', '110'])
  expect(rooms({ kinds: new Set(['sensor']) })).toEqual(['201'])
  expect(rooms({ kinds: new Set(['flagged']) })).toEqual(['101', '102'])
})

it('counts each resident by what is wrong now [AL-1] [DA-7]', () => {
  expect(countKinds(residents, sliceOf, at)).toMatchObject({ extreme: 1, high: 0, low: 1, sensor: 1, flagged: 2 })
  expect(kindsOf(resident('1'), connected('1', 22), at)).toEqual(['high'])
  expect(kindsOf(resident('1'), { ...connected('1', 34), status: 0 }, at)).toEqual(['sensor'])
})

it('puts low rates by their distance from the range: 5 before 11, and both before 12 [DA-7] [PL-2]', () => {
  const low = new Map([12, 11, 5].map((rr, index) => [String(index + 1), connected(String(index + 1), rr)]))
  const beds = [...low.keys(), '4'].map((room) => resident(room))
  const order = (sort: Sort) =>
    chooseCards(beds, { ...everyone, sort }, ({ room }) => low.get(room) ?? connected(room, 16), at).map(
      ({ room }) => room,
    )
  expect(order('range')).toEqual(['3', '2', '1', '4'])
  expect(order('rr')).toEqual(['3', '2', '1', '4'])
})

it('puts no breathing signal before every rate, and what is wrong with a sensor among the warnings [WA-1] [DA-7]', () => {
  const signalled = (state: SignalState, note?: SignalNote): Partial<DeviceSlice> => ({
    signal: { state, since: at, ...(note && { note }) },
  })
  const beds = new Map([
    ['1', connected('1', 15, signalled('paused'))],
    ['2', connected('2', 15, signalled('ok'))],
    ['3', connected('3', 16, signalled('stuck'))],
    ['4', connected('4', 24, signalled('ok'))],
    ['5', connected('5', 40, signalled('ok'))],
    ['6', connected('6', null, signalled('no_breathing', 'maybe_empty'))],
    ['7', connected('7', 34, signalled('no_breathing'))],
    ['8', connected('8', null, signalled('no_breathing', 'reads_empty'))],
    ['9', connected('9', null, signalled('away'))],
  ])
  const all = [...beds.keys()].map((room) => resident(room))
  const order = (sort: Sort) => chooseCards(all, { ...everyone, sort }, ({ room }) => beds.get(room), at)
  expect(order('range').map(({ room }) => room)).toEqual(['7', '8', '5', '6', '4', '3', '1', '2', '9'])
  expect(
    order('rr')
      .map(({ room }) => room)
      .slice(0, 3),
  ).toEqual(['5', '4', '2'])
  const kindOf = (room: string) => kindsOf(resident(room), beds.get(room), at)
  expect(['7', '6', '3', '1', '9'].map(kindOf)).toEqual([['no_breathing'], ['no_breathing'], ['sensor'], [], []])
  const silent = { ...connected('1', 15, signalled('silent')), status: 0 as const }
  expect(kindsOf(resident('1'), silent, at)).toEqual(['sensor'])
})

it('judges each resident by their own limits [PL-2]', () => {
  const own = { low: 8, high: 26, extreme_high: 34, extreme_low: null }
  const by = (rr: number) => kindsOf(resident('1'), applyLimits(connected('1', rr), own, at), at)
  expect([7, 10, 24, 26, 34, 35].map(by)).toEqual([['low'], [], [], ['high'], ['high'], ['extreme']])
})
