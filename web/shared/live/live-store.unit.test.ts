import type { DeviceState, LiveMessage } from '@eupnea/contract/live.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { shownFinding } from './device-slice.ts'
import { createLiveStore } from './live-store.ts'

const minute = { avg: 15, max: 16, min: 14, dist_rr_avg: 0.8, tracker_ts: '2026-03-01T03:00:00Z' }
const at = Date.parse('2026-03-01T03:00:30Z')

const rr = (device_id: string, ts: number, value = 15): LiveMessage => ({
  action: 'rr',
  device_id,
  rr: value,
  dist_rr: 0.8,
  alert10min: false,
  status: 1,
  rr_last_mint: minute,
  ts,
})

const state = (device_id: string): DeviceState => ({
  device_id,
  patient_id: null,
  rr: 15,
  dist_rr: 0.8,
  alert10min: false,
  status: 1,
  rr_last_mint: minute,
  r_score: { upper_score: 0, lower_score: 0 },
  ts: at,
  signal: null,
  presence_range: 1.5,
})

/** A store whose frames are controlled by the test. */
function setUp() {
  const frames: (() => void)[] = []
  const store = createLiveStore((work) => frames.push(work))
  const scope = new Set<string>()
  return {
    store,
    scope,
    frames,
    receive: (message: LiveMessage) => store.receive(message, scope, at),
    frame() {
      for (const work of frames.splice(0)) work()
    },
  }
}

it('tells once a frame which devices changed, however many messages came [DA-6]', () => {
  const { store, receive, frames, frame } = setUp()
  const told: string[][] = []
  store.onFlush((changed) => told.push([...changed].sort()))
  for (let second = 0; second < 20; second++) for (const id of ['d1', 'd2']) receive(rr(id, at + second * 1_000))
  expect(frames).toHaveLength(1)
  frame()
  expect(told).toEqual([['d1', 'd2']])
  receive(rr('d2', at + 60_000))
  frame()
  expect(told).toEqual([['d1', 'd2'], ['d2']])
})

it('tells a device only of its own changes', () => {
  const { store, receive, frame } = setUp()
  let told = 0
  const stop = store.subscribe('d1', () => told++)
  receive(rr('d2', at))
  frame()
  expect(told).toBe(0)
  receive(rr('d1', at))
  frame()
  expect(told).toBe(1)
  stop()
  receive(rr('d1', at + 1_000))
  frame()
  expect(told).toBe(1)
})

it('has the newest value at once, also between frames', () => {
  const { store, receive } = setUp()
  receive(rr('d1', at, 15))
  receive(rr('d1', at + 1_000, 18))
  receive(rr('d1', at + 500, 30))
  expect(store.device('d1')?.rr).toBe(18)
})

it('a status message changes the connection [LI-6]', () => {
  const { store, receive } = setUp()
  receive(rr('d1', at))
  receive({ action: 'status', device_id: 'd1', status: 0 })
  expect(store.device('d1')).toMatchObject({ status: 0, rr: null, dist_rr: null })
})

it('a snapshot forgets the devices that its connection told of and no longer names, and no others [LI-9]', () => {
  const { store, receive, frame } = setUp()
  receive(rr('d1', at))
  receive(rr('d2', at))
  store.receive(rr('other', at), new Set(), at)
  frame()
  const told: string[] = []
  store.onFlush((changed) => told.push(...changed))
  receive({ action: 'snapshot', devices: [state('d2'), state('d3')] })
  frame()
  expect([...store.devices()].map(({ device_id }) => device_id).sort()).toEqual(['d2', 'd3', 'other'])
  expect(told).toContain('d1')
})

it('passes waveforms and notifications on at once and keeps none of them [LI-8]', () => {
  const { store, receive, frames } = setUp()
  const heard: number[] = []
  const stop = store.on('waveform', ({ samples }) => heard.push(...samples))
  receive({ action: 'waveform', device_id: 'd1', start: at, hz: 20, samples: [1, 2] })
  expect(heard).toEqual([1, 2])
  expect(frames).toHaveLength(0)
  stop()
  receive({ action: 'waveform', device_id: 'd1', start: at, hz: 20, samples: [3] })
  expect(heard).toEqual([1, 2])
})

it('forgets everything for the next person [ID-6]', () => {
  const { store, receive } = setUp()
  receive(rr('d1', at))
  store.clear()
  expect(store.device('d1')).toBeUndefined()
})

it('tells when a device connects or goes, and only then [DE-7] [LI-6]', () => {
  const { store, receive } = setUp()
  const flips: string[] = []
  const stop = store.on('connection', ({ device_id, status }) => flips.push(`${device_id} ${status}`))
  receive({ action: 'snapshot', devices: [state('d1')] })
  receive(rr('d1', at + 1_000))
  expect(flips).toEqual([])
  receive({ action: 'status', device_id: 'd1', status: 0 })
  receive({ action: 'status', device_id: 'd1', status: 0 })
  receive(rr('d1', at + 2_000))
  stop()
  receive({ action: 'status', device_id: 'd1', status: 0 })
  expect(flips).toEqual(['d1 0', 'd1 1'])
})

it('judges by the limits of whoever has the device, as soon as they are known and when they change [PL-2] [PL-3]', () => {
  const { store, receive } = setUp()
  const told = () => {
    const slice = store.device('d1')!
    return shownFinding(slice, at)?.title ?? null
  }
  receive({ action: 'snapshot', devices: [{ ...state('d1'), patient_id: 'p1', rr: 24 }] })
  expect(told()).toBeNull()
  store.setLimits([{ patient_id: 'p1', plan: defaultPlan }])
  expect(told()).toBe('High Respiratory')
  store.setLimits([{ patient_id: 'p1', plan: { ...defaultPlan, high: 26 } }])
  expect(told()).toBeNull()
  receive(rr('d1', at + 1_000, 26))
  expect(told()).toBe('High Respiratory')
  // The next one under the device has limits of their own.
  store.setLimits([{ patient_id: 'p2', plan: defaultPlan }])
  receive({ action: 'snapshot', devices: [{ ...state('d1'), patient_id: 'p2', rr: 15 }] })
  expect(told()).toBeNull()
})
