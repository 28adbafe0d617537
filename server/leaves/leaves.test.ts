import { endLeave, readLeave, saveLeave } from '@eupnea/contract/leaves.ts'
import { readResident, residentStatus, setResidentStatus, undoResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { residentRoutes } from '../residents/index.ts'
import { leaveRoutes } from './index.ts'

let portal: TestHttp
let staff: SignedInClient
let stranger: SignedInClient
let clinic_id: string

beforeAll(async () => {
  portal = await startTestHttp([...leaveRoutes, ...residentRoutes])
  clinic_id = await portal.createClinic({ tz: 'Europe/London' })
  staff = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
})
afterAll(() => portal.close())

const addResident = (status = 1): Promise<string> => portal.createResident({ clinic_id, status })

/** To the microsecond, as the database keeps it. */
const inHours = (hours: number): string =>
  Temporal.Now.instant()
    .add({ milliseconds: hours * 3_600_000 })
    .round('millisecond')
    .toString()

describe('a leave', () => {
  it('is set, changed and cancelled; there is one at a time [PL-6]', async () => {
    const patient_id = await addResident()
    expect(await staff.call(readLeave, { patient_id })).toMatchObject({ leave: null, earlier: [], tz: 'Europe/London' })
    const [from, until] = [inHours(1), inHours(3)]
    const set = await staff.call(saveLeave, { patient_id, from, until, reason: 'Hospital' })
    expect(set.leave).toMatchObject({ from, until, reason: 'Hospital', recorded_by: 'Test User' })
    const later = inHours(5)
    const changed = await staff.call(saveLeave, { patient_id, from, until: later, reason: '' })
    expect(changed).toMatchObject({ leave: { from, until: later, reason: '' }, earlier: [] })
    expect((await staff.call(readResident, { patient_id })).leave).toEqual({ from, until: later })
    expect(await staff.call(endLeave, { patient_id })).toMatchObject({ leave: null, earlier: [] })
    expect((await staff.call(readResident, { patient_id })).leave).toBeNull()
  })

  it('that runs is ended now, and what has passed of it stays [PL-6]', async () => {
    const patient_id = await addResident()
    const from = inHours(-2)
    await staff.call(saveLeave, { patient_id, from, until: inHours(2), reason: '' })
    const ended = await staff.call(endLeave, { patient_id })
    expect(ended).toMatchObject({ leave: null, earlier: [{ from }] })
    expect(Temporal.Instant.compare(ended.earlier[0]!.until, Temporal.Now.instant())).toBeLessThanOrEqual(0)
    // Whoever ends it by hand is back: the bed isn't excused as after a leave that ends by itself.
    const device_id = await portal.createDevice({ clinic_id })
    await portal.owner
      .insertInto('device_assignments')
      .values({ clinic_id, device_id, resident_id: patient_id })
      .execute()
    const watched = () =>
      portal.owner
        .selectFrom('device_places')
        .select(['leave_since'])
        .where('device_id', '=', device_id)
        .executeTakeFirstOrThrow()
    expect(await watched()).toEqual({ leave_since: null })
    // Moved on into the future, the running one ends likewise.
    await staff.call(saveLeave, { patient_id, from: inHours(0), until: inHours(2), reason: '' })
    const next = inHours(24)
    const moved = await staff.call(saveLeave, { patient_id, from: next, until: inHours(25), reason: '' })
    expect(moved.leave).toMatchObject({ from: next })
    expect(moved.earlier).toHaveLength(2)
    await staff.call(endLeave, { patient_id })
    expect(await watched()).toEqual({ leave_since: null })
  })

  it.each([
    ['that ends before it begins', 2, 1, 'until', m.leave_backwards()],
    ['that is over', -3, -2, 'until', m.leave_over()],
    ['of more than a year', 0, 24 * 367, 'until', m.leave_too_long({ days: 366 })],
    ['that began long ago', -24 * 31, 1, 'from', m.leave_too_early({ days: 30 })],
  ])('%s is refused [PL-6]', async (_what, from, until, field, message) => {
    const patient_id = await addResident()
    const input = { patient_id, from: inHours(from), until: inHours(until), reason: '' }
    const { status, body } = await staff.refused(saveLeave, input)
    expect([status, body.field, body.message]).toEqual([422, field, message])
  })

  it('never overlaps an earlier one [PL-6]', async () => {
    const patient_id = await addResident()
    await staff.call(saveLeave, { patient_id, from: inHours(-2), until: inHours(2), reason: '' })
    await staff.call(endLeave, { patient_id })
    const { body } = await staff.refused(saveLeave, { patient_id, from: inHours(-1), until: inHours(2), reason: '' })
    expect([body.field, body.message]).toEqual(['from', m.leave_overlaps()])
  })

  it('is for active residents of one’s own facility [PL-6] [FA-4]', async () => {
    const times = { from: inHours(0), until: inHours(1), reason: '' }
    const left = await staff.refused(saveLeave, { patient_id: await addResident(2), ...times })
    expect([left.status, left.body.code]).toEqual([409, 'resident_not_active'])
    const patient_id = await addResident()
    for (const call of [readLeave, endLeave] as const)
      expect((await stranger.refused(call, { patient_id })).status).toBe(404)
    expect((await stranger.refused(saveLeave, { patient_id, ...times })).status).toBe(404)
  })

  it.each(['2', '0'] as const)(
    'ends with the stay: whoever had status %s and is back is not on leave [PL-6] [RE-4]',
    async (left) => {
      const patient_id = await addResident()
      const status = left === '2' ? residentStatus.discharged : residentStatus.deleted
      const times = [
        [inHours(-1), inHours(48)],
        [inHours(24), inHours(48)],
      ] as const
      for (const [from, until] of times) {
        await staff.call(saveLeave, { patient_id, from, until, reason: '' })
        // Shown only while they are in care, and kept for an undo.
        expect((await staff.call(setResidentStatus, { patient_id, status })).leave).toBeNull()
        const back = await staff.call(undoResidentStatus, { patient_id, status: residentStatus.active })
        expect(back.leave).toEqual({ from, until })
        await staff.call(setResidentStatus, { patient_id, status })
        expect((await staff.call(setResidentStatus, { patient_id, status: residentStatus.active })).leave).toBeNull()
      }
      expect((await staff.call(readLeave, { patient_id })).earlier).toMatchObject([{ from: times[0][0] }])
    },
  )

  it('is recorded, and told to the screens and the live state [PL-6] [AP-5]', async () => {
    const patient_id = await addResident()
    const device_id = await portal.createDevice({ clinic_id })
    await portal.owner
      .insertInto('device_assignments')
      .values({ clinic_id, device_id, resident_id: patient_id })
      .execute()
    const heard: PortalEvent[] = []
    const events = await listenToEvents(portal.connections.work, createLog('fatal'))
    events.on((event) => heard.push(event))
    await staff.call(saveLeave, { patient_id, from: inHours(0), until: inHours(1), reason: 'Family' })
    await staff.call(endLeave, { patient_id })
    const told = [
      { type: 'changed', noun: 'residents', clinic_id, patient_id },
      { type: 'changed', noun: 'devices', clinic_id, device_id },
    ]
    await expect.poll(() => heard).toEqual([...told, ...told])
    await events.close()
    const acts = await portal.owner
      .selectFrom('audit_entries')
      .select('act')
      .where('resident_id', '=', patient_id)
      .orderBy('id')
      .execute()
    expect(acts.map(({ act }) => act)).toEqual(['leave.save', 'leave.end'])
  })

  it('is set once when the same resident is sent away many times at once [PL-6]', async () => {
    const patient_id = await addResident()
    const times = { from: inHours(1), until: inHours(2), reason: '' }
    await Promise.all(Array.from({ length: 8 }, () => staff.call(saveLeave, { patient_id, ...times })))
    const rows = await portal.owner.selectFrom('leaves').select('id').where('resident_id', '=', patient_id).execute()
    expect(rows).toHaveLength(1)
  })
})
