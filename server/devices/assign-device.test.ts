import { assignDevice, readDevice, updateDevice } from '@eupnea/contract/devices.ts'
import { readResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { m } from '@eupnea/texts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { staffOf } from '../../tests/kit/staff-of.ts'
import { listenToEvents, type PortalEvent } from '../platform/events.ts'
import { createLog } from '../platform/log.ts'
import { assignDevice as assign } from './assign-device.ts'
import { openWard, openWide, type Ward, type Wide } from './ward.fixture.ts'

let ward: Ward
let wide: Wide
beforeAll(async () => {
  ward = await openWard()
  wide = await openWide(ward)
})
afterAll(async () => {
  await wide.close()
  await ward.http.close()
})

const assignments = (column: 'device_id' | 'resident_id', value: string) =>
  ward.http.owner.selectFrom('device_assignments').selectAll().where(column, '=', value).orderBy('id').execute()

/** @returns 200, or the code of the refusal */
const attempt = async (device_id: string, patient_id: string, status: 0 | 1 = 1) => {
  const input = { device_id, patient_id, status }
  const answer = await wide.attempt(staffOf(ward.clinic_id), (ctx) => assign({ ctx, input }))
  return answer.split(':')[0]!
}

describe('assignDevice', () => {
  it('links a device to a resident, and takes it away with status 0 [DE-4]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident({ room: '12' })
    const linked = await ward.staff.call(assignDevice, { device_id, patient_id })
    expect(linked).toMatchObject({ device_id, patient_id, room: '12', status: 'occupied' })
    expect((await ward.staff.call(readResident, { patient_id })).device_id).toBe(device_id)
    const freed = await ward.staff.call(assignDevice, { device_id, patient_id, status: 0 })
    expect(freed).toMatchObject({ device_id, patient_id: null, room: null, status: 'available' })
    expect((await ward.staff.call(readResident, { patient_id })).device_id).toBeNull()
  })

  it('finds the device by the uid printed on it [DE-8]', async () => {
    const device_id = await ward.addDevice({ device_uid: 'SN/0815 7' })
    const patient_id = await ward.addResident()
    expect(await ward.staff.call(assignDevice, { device_uid: 'SN/0815 7', patient_id })).toMatchObject({ device_id })
    const unknown = await ward.staff.refused(assignDevice, { device_uid: 'SN/0815', patient_id })
    expect([unknown.status, unknown.body.code]).toEqual([404, 'device_not_found'])
    const none = await ward.staff.refused(assignDevice, { patient_id })
    expect([none.status, none.body.field]).toEqual([400, 'device_id'])
  })

  it('changes nothing when they are linked already [DE-4] [RE-5]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    await ward.staff.call(assignDevice, { device_id, patient_id })
    const before = await assignments('device_id', device_id)
    await ward.staff.call(assignDevice, { device_id, patient_id })
    expect(await assignments('device_id', device_id)).toEqual(before)
  })

  it('refuses a device that someone has, naming their room and not their name [RE-5]', async () => {
    const device_id = await ward.addDevice()
    const holder = await ward.addResident({ room: '7b' })
    await ward.staff.call(assignDevice, { device_id, patient_id: holder })
    const { status, body } = await ward.staff.refused(assignDevice, { device_id, patient_id: await ward.addResident() })
    expect([status, body.code, body.field]).toEqual([409, 'device_occupied', 'device_id'])
    expect(body.message).toContain('room 7b')
    expect(body.message).not.toContain('Byron')
  })

  it('refuses a resident who has a device, naming it [RE-5]', async () => {
    const patient_id = await ward.addResident()
    await ward.staff.call(assignDevice, { device_id: await ward.addDevice({ name: 'Window' }), patient_id })
    const { status, body } = await ward.staff.refused(assignDevice, { device_id: await ward.addDevice(), patient_id })
    expect([status, body.code, body.field]).toEqual([409, 'resident_has_device', 'patient_id'])
    expect(body.message).toContain('Window')
  })

  it('brings a device out of stock into the facility of the resident, for those who see the stock [DE-4]', async () => {
    const device_id = await ward.addDevice({ clinic_id: null })
    const patient_id = await ward.addResident()
    expect((await ward.staff.refused(assignDevice, { device_id, patient_id })).status).toBe(404)
    const linked = await ward.admin.call(assignDevice, { device_id, patient_id })
    // Its card shows its own clinic's time, not that of the stock.
    expect(linked).toMatchObject({ patient_id, clinic_id: ward.clinic_id, device_tz: 'Europe/London' })
    await ward.staff.call(assignDevice, { device_id, patient_id, status: 0 })
    expect((await ward.staff.call(readDevice, { device_id })).clinic_id).toBe(ward.clinic_id)
  })

  it('leaves a device in stock when the resident cannot have it [DE-4]', async () => {
    const device_id = await ward.addDevice({ clinic_id: null })
    const patient_id = await ward.addResident({ status: 2 })
    expect((await ward.admin.refused(assignDevice, { device_id, patient_id })).status).toBe(409)
    expect((await ward.admin.call(readDevice, { device_id })).clinic_id).toBeNull()
  })

  it('refuses a device of another facility, and a resident who left [DE-4]', async () => {
    const patient_id = await ward.addResident()
    const clinic_id = await ward.http.createClinic()
    const elsewhere = await ward.admin.refused(assignDevice, {
      device_id: await ward.addDevice({ clinic_id }),
      patient_id,
    })
    expect([elsewhere.status, elsewhere.body.code]).toEqual([409, 'device_elsewhere'])
    for (const status of [0, 2]) {
      const left = await ward.addResident({ status })
      const gone = await ward.staff.refused(assignDevice, { device_id: await ward.addDevice(), patient_id: left })
      expect([gone.status, gone.body.code]).toEqual([409, 'resident_not_active'])
    }
  })

  it('refuses to take away a device that the resident does not have [DE-4]', async () => {
    const device_id = await ward.addDevice()
    const [holder, other] = [await ward.addResident(), await ward.addResident()]
    await ward.staff.call(assignDevice, { device_id, patient_id: holder })
    const { status, body } = await ward.staff.refused(assignDevice, { device_id, patient_id: other, status: 0 })
    expect([status, body.code]).toEqual([409, 'device_not_assigned'])
    expect(await ward.staff.call(readDevice, { device_id })).toMatchObject({ patient_id: holder })
  })

  it('knows neither devices nor residents of other facilities [FA-4]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    for (const status of [0, 1]) {
      const { status: answer } = await ward.stranger.refused(assignDevice, { device_id, patient_id, status })
      expect(answer).toBe(404)
    }
    const theirs = await ward.addResident({ clinic_id: await ward.http.createClinic() })
    const { status, body } = await ward.staff.refused(assignDevice, { device_id, patient_id: theirs })
    expect([status, body.code]).toEqual([404, 'resident_not_found'])
  })

  it('gives a resident readings from the link on, or from the instant that is stated [WA-13]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    const before = Temporal.Now.instant()
    await ward.staff.call(assignDevice, { device_id, patient_id })
    expect(Temporal.Instant.compare((await assignments('device_id', device_id))[0]!.since, before)).toBe(1)
    const stated = before.subtract({ hours: 24 * 29 }).toString()
    const other = await ward.addDevice()
    await ward.staff.call(assignDevice, { device_id: other, patient_id: await ward.addResident(), since: stated })
    expect((await assignments('device_id', other))[0]!.since.epochMilliseconds).toBe(Date.parse(stated))
    const { detail } = await ward.http.owner
      .selectFrom('audit_entries')
      .select('detail')
      .where('device_id', '=', other)
      .where('act', '=', 'device.assign')
      .executeTakeFirstOrThrow()
    expect(detail).toMatchObject({ since: stated })
  })

  it('refuses a beginning in the future, too long ago, or in an earlier link [WA-13]', async () => {
    const [used, fresh] = [await ward.addDevice(), await ward.addDevice()]
    const [had, has] = [await ward.addResident(), await ward.addResident()]
    for (const status of [1, 0] as const)
      await ward.staff.call(assignDevice, { device_id: used, patient_id: had, status })
    const ago = (hours: number) => Temporal.Now.instant().subtract({ hours }).toString()
    const refusal = async (device_id: string, patient_id: string, since: string) => {
      const { status, body } = await ward.staff.refused(assignDevice, { device_id, patient_id, since })
      return [status, body.code, body.field, body.message]
    }
    const refusedAs = (message: string) => [422, 'since_refused', 'since', message]
    expect(await refusal(fresh, has, ago(-1))).toEqual(refusedAs(m.device_since_future()))
    expect(await refusal(fresh, has, ago(24 * 30 + 1))).toEqual(refusedAs(m.device_since_too_early()))
    expect(await refusal(used, has, ago(1))).toEqual(refusedAs(m.device_since_of_device()))
    expect(await refusal(fresh, had, ago(1))).toEqual(refusedAs(m.device_since_of_resident()))
    expect(await assignments('device_id', fresh)).toEqual([])
  })

  it('refuses a beginning in a link at a facility that the caller does not see [WA-13] [FA-4]', async () => {
    const clinic_id = await ward.http.createClinic()
    const device_id = await ward.addDevice({ clinic_id })
    const patient_id = await ward.addResident({ clinic_id })
    for (const status of [1, 0] as const) await ward.admin.call(assignDevice, { device_id, patient_id, status })
    await ward.admin.call(updateDevice, { device_id, clinic_id: ward.clinic_id })
    const since = Temporal.Now.instant().subtract({ hours: 1 }).toString()
    const { body } = await ward.staff.refused(assignDevice, { device_id, patient_id: await ward.addResident(), since })
    expect(body.message).toBe(m.device_since_of_device())
  })

  it('gives nobody what a device had stored at another facility, or in stock [LI-2] [FA-4] [RE-7]', async () => {
    const before = await ward.http.createClinic()
    const since = async (device_id: string) => {
      await ward.admin.call(updateDevice, { device_id, clinic_id: ward.clinic_id })
      await ward.staff.call(assignDevice, { device_id, patient_id: await ward.addResident() })
      return (await assignments('device_id', device_id)).at(-1)!.since
    }
    const now = Temporal.Now.instant()
    const lainUnder = await ward.addDevice({ clinic_id: before })
    const patient_id = await ward.addResident({ clinic_id: before })
    for (const status of [1, 0] as const)
      await ward.admin.call(assignDevice, { device_id: lainUnder, patient_id, status })
    const spoken = await ward.addDevice({ clinic_id: before })
    const tested = await ward.addDevice({ clinic_id: null })
    for (const [device_id, clinic] of [
      [spoken, before],
      [tested, ''],
    ] as const)
      await sql`insert into latest (device_no, clinic_no, ts, seen_at)
        select no, coalesce((select no from clinics where id = ${clinic}), 0), now(), now() from devices
        where id = ${device_id}`.execute(ward.http.owner)
    for (const device_id of [lainUnder, spoken, tested])
      expect(Temporal.Instant.compare(await since(device_id), now)).toBe(1)
  })

  it('tells the nodes and records who did it [DE-4] [AP-5]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    const heard: PortalEvent[] = []
    const events = await listenToEvents(ward.http.connections.work, createLog('fatal'))
    events.on((event) => heard.push(event))
    await ward.staff.call(assignDevice, { device_id, patient_id })
    await ward.staff.call(assignDevice, { device_id, patient_id, status: 0 })
    const event = { type: 'changed', noun: 'devices', clinic_id: ward.clinic_id, device_id, patient_id }
    await expect.poll(() => heard).toEqual([event, event])
    await events.close()
    const entries = await ward.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id', 'clinic_id', 'resident_id'])
      .where('device_id', '=', device_id)
      .where('act', 'like', 'device.%assign')
      .orderBy('id')
      .execute()
    const who = { actor_id: ward.staff.userId, clinic_id: ward.clinic_id, resident_id: patient_id }
    expect(entries).toEqual([
      { act: 'device.assign', ...who },
      { act: 'device.unassign', ...who },
    ])
  })
})

describe('at once', () => {
  it('gives one device to exactly one of 50 residents [RE-5]', async () => {
    const device_id = await ward.addDevice()
    const residents = await Promise.all(Array.from({ length: 50 }, () => ward.addResident()))
    const answers = await Promise.all(residents.map((patient_id) => attempt(device_id, patient_id)))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'device_occupied')).toHaveLength(49)
    expect(await assignments('device_id', device_id)).toHaveLength(1)
  })

  it('gives one resident exactly one of 50 devices [RE-5]', async () => {
    const patient_id = await ward.addResident()
    const devices = await Promise.all(Array.from({ length: 50 }, () => ward.addDevice()))
    const answers = await Promise.all(devices.map((device_id) => attempt(device_id, patient_id)))
    expect(answers.filter((answer) => answer === '200')).toHaveLength(1)
    expect(answers.filter((answer) => answer === 'resident_has_device')).toHaveLength(49)
    expect(await assignments('resident_id', patient_id)).toHaveLength(1)
  })

  it('links once when the same two are linked 50 times [RE-5]', async () => {
    const device_id = await ward.addDevice()
    const patient_id = await ward.addResident()
    const answers = await Promise.all(Array.from({ length: 50 }, () => attempt(device_id, patient_id)))
    expect(new Set(answers)).toEqual(new Set(['200']))
    expect(await assignments('device_id', device_id)).toHaveLength(1)
  })

  it('never leaves a device with a resident who is discharged at the same time [RE-4] [RE-5]', async () => {
    const outcomes = new Set<string>()
    for (let round = 0; round < 20; round++) {
      const device_id = await ward.addDevice()
      const patient_id = await ward.addResident()
      const [answer] = await Promise.all([
        attempt(device_id, patient_id),
        ward.staff.call(setResidentStatus, { patient_id, status: 2 }),
      ])
      outcomes.add(answer)
      const open = (await assignments('device_id', device_id)).filter((row) => row.until === null)
      expect(open).toEqual([])
    }
    for (const outcome of outcomes) expect(['200', 'resident_not_active']).toContain(outcome)
  })

  it('keeps the spans of a device apart while residents come and go [RE-5] [RE-7]', async () => {
    const device_id = await ward.addDevice()
    const residents = await Promise.all(Array.from({ length: 10 }, () => ward.addResident()))
    await Promise.all(
      residents.map(async (patient_id) => {
        for (let round = 0; round < 5; round++) {
          await attempt(device_id, patient_id)
          await attempt(device_id, patient_id, 0)
        }
      }),
    )
    const spans = await assignments('device_id', device_id)
    expect(spans.length).toBeGreaterThan(1)
    for (const [index, span] of spans.entries()) {
      const next = spans[index + 1]
      if (next) expect(Temporal.Instant.compare(span.until!, next.since)).toBeLessThanOrEqual(0)
    }
  })
})
