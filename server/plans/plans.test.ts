import { randomUUID } from 'node:crypto'
import { listAuditEntries } from '@eupnea/contract/audit.ts'
import {
  listPlanReviews,
  previewResidentPlan,
  readClinicPlan,
  readResidentPlan,
  removeResidentPlan,
  updateClinicPlan,
  updateResidentPlan,
} from '@eupnea/contract/plans.ts'
import { readResident } from '@eupnea/contract/residents.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { auditRoutes } from '../audit/index.ts'
import { withCtx } from '../platform/context.ts'
import { listenToEvents } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { eraseResidentRows } from '../privacy/privacy.sql.ts'
import { type House, openHouse, type Place, today } from '../reports/history.fixture.ts'
import { residentRoutes } from '../residents/index.ts'
import { planRoutes, planTimes } from './index.ts'

let house: House
let clinic: Place
let patient_id: string
let provider: SignedInClient
let staff: SignedInClient

beforeAll(async () => {
  house = await openHouse({ first: today(-16), last: today(1) }, [...planRoutes, ...residentRoutes, ...auditRoutes])
})
beforeEach(async () => {
  clinic = await house.createClinic('Europe/London')
  patient_id = await house.addResident(clinic)
  provider = await house.http.asUser({ groups: ['vc-admin'], clinicIds: [clinic.id] })
  staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
})
afterAll(() => house.http.close())

const own = { low: 10, high: 26, extreme_high: 34, reason: 'Usually breathes fast' }

describe('the plan of a facility', () => {
  it('is the product’s own until somebody sets one: 12, 22, 30 and 8 [PL-1] [WA-3]', async () => {
    expect(await staff.call(readClinicPlan, { clinic_id: clinic.id })).toEqual({
      ...defaultPlan,
      ...{ reason: '', review_on: null, valid_from: null, by: null, versions: [] },
    })
    expect(limitsOf(defaultPlan)).toEqual({ low: 12, high: 22, extreme_high: 30, extreme_low: 8 })
    expect(await staff.call(readResidentPlan, { patient_id })).toMatchObject({
      plan: defaultPlan,
      is_own: false,
      versions: [],
      usual: null,
    })
  })

  it('keeps what is left out, and each version with who and when [PL-1]', async () => {
    const clinic_id = clinic.id
    const out_of_bed = { minutes: 10, from: '22:00', until: '06:00' }
    await provider.call(updateClinicPlan, { clinic_id, high: 24, out_of_bed, reason: 'Ward round' })
    const plan = await provider.call(updateClinicPlan, { clinic_id, extreme_low: null, still_in_bed: '09:30' })
    const expected = { ...defaultPlan, high: 24, extreme_low: null, out_of_bed, still_in_bed: '09:30' }
    expect(plan).toMatchObject({ ...expected, reason: 'Ward round', by: 'Test User' })
    expect(plan.versions.map(({ plan: of }) => [of?.high, of?.extreme_low])).toEqual([
      [24, null],
      [24, 8],
    ])
    expect(plan.versions[0]!.valid_from > plan.versions[1]!.valid_from).toBe(true)
    expect(await staff.call(readClinicPlan, { clinic_id })).toEqual(plan)
    // The same again is no version.
    expect(await provider.call(updateClinicPlan, { clinic_id, high: 24 })).toEqual(plan)
    // Residents without a plan of their own go by it.
    expect((await staff.call(readResident, { patient_id })).plan).toEqual(limitsOf(expected))
  })

  it('is changed by Superadmins and providers, each within their facilities; staff read it [PL-1] [FA-4]', async () => {
    const clinic_id = clinic.id
    expect((await staff.refused(updateClinicPlan, { clinic_id, high: 25 })).status).toBe(403)
    expect((await staff.refused(updateResidentPlan, { patient_id, high: 25 })).status).toBe(403)
    expect((await staff.refused(removeResidentPlan, { patient_id })).status).toBe(403)
    expect((await house.stranger.refused(readClinicPlan, { clinic_id })).status).toBe(404)
    expect((await house.stranger.refused(readResidentPlan, { patient_id })).status).toBe(404)
    expect((await house.stranger.refused(previewResidentPlan, { patient_id, high: 25 })).status).toBe(404)
    const elsewhere = await house.http.asUser({ groups: ['vc-admin'], clinicIds: [house.clinic.id] })
    expect((await elsewhere.refused(updateClinicPlan, { clinic_id, high: 25 })).status).toBe(404)
    expect((await elsewhere.refused(updateResidentPlan, { patient_id, high: 25 })).status).toBe(404)
    expect((await house.admin.call(updateClinicPlan, { clinic_id, high: 25 })).high).toBe(25)
  })
})

it.each([
  [{ low: 22 }, 'low'],
  [{ high: 12 }, 'high'],
  [{ high: 31 }, 'high'],
  [{ extreme_high: 21 }, 'extreme_high'],
  [{ extreme_low: 12 }, 'extreme_low'],
  [{ low: 8 }, 'low'],
  [{ extreme_low: 2.9 }, 'extreme_low'],
  [{ extreme_high: 60.1 }, 'extreme_high'],
  [{ no_breathing_seconds: 29 }, 'no_breathing_seconds'],
  [{ no_breathing_seconds: 901 }, 'no_breathing_seconds'],
  [{ out_of_bed: { minutes: -1, from: '22:00', until: '06:00' } }, 'out_of_bed.minutes'],
  [{ out_of_bed: { minutes: 31, from: '22:00', until: '06:00' } }, 'out_of_bed.minutes'],
  [{ still_in_bed: '24:00' }, 'still_in_bed'],
])('%j is refused beside %s, and nothing is changed [PL-1]', async (changes, field) => {
  for (const refusal of [
    await provider.refused(updateClinicPlan, { clinic_id: clinic.id, ...changes }),
    await provider.refused(updateResidentPlan, { patient_id, ...changes }),
    await provider.refused(previewResidentPlan, { patient_id, ...changes }),
  ]) {
    expect(refusal).toMatchObject({ status: 422, body: { field } })
    expect(refusal.body.message).toMatch(/^Enter /)
  }
  expect((await staff.call(readResidentPlan, { patient_id })).versions).toEqual([])
  expect((await staff.call(readClinicPlan, { clinic_id: clinic.id })).versions).toEqual([])
})

it('may lie at its bounds: 3 and 60, high at extreme high, 30 and 900 s, 0 and 30 min [PL-1]', async () => {
  const night = { from: '22:00', until: '06:00' }
  for (const changes of [
    { extreme_low: 3, high: 30, extreme_high: 30, no_breathing_seconds: 30, out_of_bed: { minutes: 0, ...night } },
    { extreme_low: 3, high: 60, extreme_high: 60, no_breathing_seconds: 900, out_of_bed: { minutes: 30, ...night } },
  ]) {
    expect(await provider.call(updateClinicPlan, { clinic_id: clinic.id, ...changes })).toMatchObject(changes)
    expect((await provider.call(updateResidentPlan, { patient_id, ...changes })).plan).toMatchObject(changes)
  }
})

describe('a resident’s own plan', () => {
  it('begins with the facility’s values, is kept in versions, and ends with a return [PL-1]', async () => {
    await provider.call(updateClinicPlan, { clinic_id: clinic.id, no_breathing_seconds: 60, reason: 'House rule' })
    const first = await provider.call(updateResidentPlan, { patient_id, ...own, review_on: today(30) })
    expect(first).toMatchObject({
      is_own: true,
      is_review_due: false,
      plan: { ...own, extreme_low: 8, no_breathing_seconds: 60, review_on: today(30), by: 'Test User' },
      clinic_plan: { high: 22, reason: 'House rule' },
    })
    // Why the facility has its limits is no reason for somebody's own.
    const other = await house.addResident(clinic)
    const without = await provider.call(updateResidentPlan, { patient_id: other, high: 26 })
    expect(without.plan).toMatchObject({ high: 26, reason: '' })
    const second = await provider.call(updateResidentPlan, { patient_id, high: 27 })
    expect(second.plan).toMatchObject({ ...own, high: 27, review_on: today(30) })
    // What the facility changes later leaves it alone.
    await provider.call(updateClinicPlan, { clinic_id: clinic.id, high: 23 })
    expect((await staff.call(readResident, { patient_id })).plan.high).toBe(27)
    const after = await provider.call(removeResidentPlan, { patient_id })
    expect(after).toMatchObject({ is_own: false, plan: { high: 23 } })
    expect(after.versions.map(({ plan }) => plan?.high ?? null)).toEqual([null, 27, 26])
    expect((await staff.call(readResident, { patient_id })).plan.high).toBe(23)
    expect(await provider.call(removeResidentPlan, { patient_id })).toEqual(after)
  })

  it('is told to the nodes that judge by it, also that it has ended [PL-2]', async () => {
    const device = await house.addDevice(clinic)
    await house.lay(patient_id, device, Temporal.Now.instant().subtract({ hours: 1 }))
    const events = await listenToEvents(house.http.connections.work, createLog('silent'))
    const told: string[] = []
    events.on((event) => told.push(event.type === 'changed' ? event.noun : event.type))
    await provider.call(updateResidentPlan, { patient_id, ...own })
    await expect.poll(() => told).toEqual(['residents', 'devices'])
    await provider.call(removeResidentPlan, { patient_id })
    await expect.poll(() => told).toEqual(['residents', 'devices', 'residents', 'devices'])
    await events.close()
  })

  it('is in the audit log with what was before and after [PL-1]', async () => {
    await provider.call(updateResidentPlan, { patient_id, ...own })
    const { items } = await house.admin.call(listAuditEntries, { patient_id, act: 'plan.update' })
    expect(items[0]).toMatchObject({
      actor_id: provider.userId,
      detail: { changes: { high: { before: 22, after: 26 }, low: { before: 12, after: 10 } } },
    })
  })

  it('goes with an erased resident [PL-1]', async () => {
    await provider.call(updateResidentPlan, { patient_id, ...own })
    const {
      owner,
      databases: { identity: database },
    } = house.http
    await owner.updateTable('residents').set({ status: 2 }).where('id', '=', patient_id).execute()
    const origin = { database, actor: { type: 'job', name: 'erase' }, log: createLog('fatal') } as const
    expect(await withCtx(origin, (ctx) => eraseResidentRows(ctx, patient_id))).toBe(true)
    expect(await owner.selectFrom('plans').selectAll().where('resident_id', '=', patient_id).execute()).toEqual([])
  })

  it('that is past its review date goes on holding, says so and is listed [PL-4]', async () => {
    const other = await house.addResident(clinic)
    await provider.call(updateResidentPlan, { patient_id, ...own, review_on: today(-1) })
    await provider.call(updateResidentPlan, { patient_id: other, ...own, review_on: today(2) })
    expect(await staff.call(readResidentPlan, { patient_id })).toMatchObject({
      is_review_due: true,
      plan: { high: 26 },
    })
    const due = () => staff.call(listPlanReviews, { clinic_id: clinic.id })
    expect(await due()).toMatchObject({
      items: [{ patient_id, review_on: today(-1), reason: own.reason, last_name: 'Byron' }],
      pagination: { total_records: 1 },
    })
    expect((await house.stranger.refused(listPlanReviews, { clinic_id: clinic.id })).status).toBe(404)
    await provider.call(updateResidentPlan, { patient_id, review_on: '' })
    expect((await due()).items).toEqual([])
  })

  it.each(['Pacific/Kiritimati', 'Pacific/Pago_Pago'])(
    'is due for review on the day of its facility, in %s [PL-4]',
    async (zone) => {
      const place = await house.createClinic(zone)
      const resident = await house.addResident(place)
      const day = Temporal.Now.plainDateISO(zone)
      const isDueOn = async (on: Temporal.PlainDate) => {
        const written = { patient_id: resident, ...own, review_on: on.toString() }
        const { is_review_due } = await house.admin.call(updateResidentPlan, written)
        const { items } = await house.admin.call(listPlanReviews, { clinic_id: place.id })
        return [is_review_due, items.length]
      }
      expect(await isDueOn(day)).toEqual([true, 1])
      expect(await isDueOn(day.add({ days: 1 }))).toEqual([false, 0])
    },
  )

  it('is previewed from the minutes of 14 days, with the usual of the resident [PL-1]', async () => {
    const device = await house.addDevice(clinic)
    const now = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' })
    const start = now.subtract({ hours: 14 * 24 - 1 })
    await house.lay(patient_id, device, now.subtract({ hours: 15 * 24 }))
    // An hour at 16, half an hour at 24, five times; before the 14 days more of it.
    const pattern = Array.from({ length: 5 * 90 }, (_, index) => ({
      at: start.add({ minutes: index }),
      rr: index % 90 < 60 ? 16 : index < 90 ? 31 : 24,
    }))
    const before = Array.from({ length: 60 }, (_, index) => ({
      at: now.subtract({ hours: 14 * 24 + 5 }).add({ minutes: index }),
      rr: 40,
    }))
    await house.writeMinutes(device, [...before, ...pattern], clinic)
    const preview = (changes: object) => staff.call(previewResidentPlan, { patient_id, ...changes })
    expect(await preview({})).toEqual({ days: 14, minutes: 450, now: 5, given: 5 })
    expect(await preview({ high: 26 })).toMatchObject({ now: 5, given: 1 })
    expect(await preview({ high: 33, extreme_high: 33 })).toMatchObject({ now: 5, given: 0 })
    const { owner } = house.http
    // On leave nothing is notified: the last half hour at 24 is not counted.
    const away = { since: start.add({ minutes: 4 * 90 + 60 }), until: start.add({ minutes: 5 * 90 }) }
    await owner
      .insertInto('leaves')
      .values({ clinic_id: clinic.id, resident_id: patient_id, ...away, recorded_by: 'u', recorded_name: 'Una' })
      .execute()
    expect(await preview({})).toEqual({ days: 14, minutes: 420, now: 4, given: 4 })
    await owner
      .insertInto('baselines')
      .values({ resident_id: patient_id, median: 16, mad: 2, minutes: 1_439, computed_at: Temporal.Now.instant() })
      .execute()
    // Less than a day says nothing of what is usual.
    expect((await staff.call(readResidentPlan, { patient_id })).usual).toBeNull()
    await owner.updateTable('baselines').set({ minutes: 1_440 }).where('resident_id', '=', patient_id).execute()
    expect((await staff.call(readResidentPlan, { patient_id })).usual).toEqual({ median: 16, mad: 2, minutes: 1_440 })
  })
})

it('says which plan held at which instant, own ones over the facility’s [PL-2]', async () => {
  const { owner, database } = house.http
  const at = (minute: number) => Temporal.Instant.from('2026-03-01T00:00:00Z').add({ minutes: minute })
  const write = (minute: number, high: number | null, resident_id: string | null) =>
    owner
      .insertInto('plans')
      .values({
        ...{ clinic_id: clinic.id, resident_id, valid_from: at(minute), written_by: randomUUID(), written_name: '' },
        ...(high === null
          ? { is_default: true }
          : { low: 12, high, extreme_high: 40, extreme_low: null, no_breathing_seconds: 120 }),
      })
      .execute()
  const other = await house.addResident(clinic)
  for (const [minute, high, whose] of [
    [10, 23, null],
    [20, 30, patient_id],
    [30, 24, null],
    [40, null, patient_id],
    [50, 25, null],
    [60, 25, patient_id],
  ] as const)
    await write(minute, high, whose)
  const origin = { database, actor: { type: 'job', name: 'test' }, log: createLog('fatal') } as const
  const said = (resident: string, one?: string) =>
    withCtx(origin, async (ctx) => {
      const times = await planTimes(ctx, clinic.id, { since: at(0), until: at(70) }, one)
      return [0, 10, 15, 20, 35, 40, 45, 55, 65].map((minute) => {
        const { limits, isOwn } = times.limitsAt(resident, at(minute))
        return `${limits.high}${isOwn ? ' own' : ''}`
      })
    })
  // Own limits that are the facility's need no name.
  const expected = ['22', '23', '23', '30 own', '30 own', '24', '24', '25', '25']
  expect(await said(patient_id)).toEqual(expected)
  expect(await said(patient_id, patient_id)).toEqual(expected)
  expect(await said(other)).toEqual(['22', '23', '23', '23', '24', '24', '24', '25', '25'])
})
