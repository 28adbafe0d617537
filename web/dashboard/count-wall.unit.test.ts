import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import type { SignalState } from '@eupnea/contract/rules/signal.ts'
import { expect, it } from 'vitest'
import { applyLimits, type DeviceSlice, emptySlice } from '../shared/live/device-slice.ts'
import type { CardResident } from './card-order.ts'
import { countWall } from './count-wall.ts'

const at = Date.parse('2026-03-01T03:12:30Z')

const heard = (rr: number | null, more: Partial<DeviceSlice> = {}): DeviceSlice =>
  applyLimits({ ...emptySlice('d'), status: 1, rr, ts: at, receivedAt: at, presence: 'in', ...more }, defaultPlan, at)
const signalled = (state: SignalState, more: Partial<DeviceSlice> = {}) =>
  heard(15, { signal: { state, since: at }, ...more })

const count = (...slices: (DeviceSlice | undefined)[]) => countNoticed(null, ...slices)

function countNoticed(notice: CardResident['notice'], ...slices: (DeviceSlice | undefined)[]) {
  const residents = slices.map((_, nth): CardResident => {
    const name = { first_name: 'Ada', last_name: 'Byron', preferred_name: '' }
    const device = { device_id: String(nth) }
    return {
      patient_id: '',
      room: '',
      floor: '',
      ...name,
      device,
      flaggedResidentNotes: { status: 1 },
      plan: defaultPlan,
      notice,
    }
  })
  return countWall(residents, ({ device }) => slices[Number(device!.device_id)], at)
}

it('a wall counts dangers, warnings, sensors to check and who is in bed, of how many [DA-7]', () => {
  expect(count(heard(15), heard(34), heard(22), heard(null, { presence: 'out' }), undefined)).toEqual({
    danger: 1,
    warning: 1,
    sensor: 0,
    inBed: 3,
    all: 5,
    heard: 4,
  })
})

it('a wall knows when it has heard of nobody yet [DA-7]', () => {
  expect(count(undefined, undefined)).toMatchObject({ all: 2, heard: 0 })
})

it('a wall counts no rate and nobody in bed by a signal that says nothing of them [DA-7] [WA-1]', () => {
  const states = (['stuck', 'silent', 'clock', 'malformed'] as const).map((state) => signalled(state, { rr: 34 }))
  expect(count(...states)).toMatchObject({ danger: 0, warning: 0, sensor: 4, inBed: 0 })
  expect(count(signalled('no_breathing', { rr: null }))).toMatchObject({ danger: 1, sensor: 0, inBed: 1 })
  expect(count(signalled('paused'), signalled('away', { rr: null, presence: 'out' }))).toMatchObject({
    sensor: 0,
    inBed: 0,
  })
  expect(count(emptySlice('d'))).toMatchObject({ sensor: 1, inBed: 0 })
  // Silence leaves a notification open (AL-2).
  const silent = signalled('silent', { alert10min: true })
  expect(count(silent)).toMatchObject({ danger: 0, warning: 1, sensor: 1 })
  const danger = { severity: 'danger', acknowledged: null, snoozed: null } as const
  expect(countNoticed({ state: 'open', ...danger }, silent)).toMatchObject({ danger: 1, warning: 0, sensor: 1 })
  expect(countNoticed({ state: 'acknowledged', ...danger }, silent)).toMatchObject({ danger: 0, warning: 1 })
})
