import { listBilling, listBillingDays, listClinicMonthlyBilling } from '@eupnea/contract/billing.ts'
import { usualThresholds } from '@eupnea/contract/rules/billing-code.ts'
import { sql } from 'kysely'
import { describe, expect, it, vi } from 'vitest'
import { emptyArchive } from '../../tests/kit/portal.ts'
import { createIngest } from '../live/ingest/index.ts'
import { LiveState, loadBeds } from '../live/state/index.ts'
import { rollHours } from '../measurements/index.ts'
import { createPool } from '../platform/database.ts'
import { createLog } from '../platform/log.ts'
import {
  house,
  instant,
  minutesFrom,
  type Place,
  reportJob,
  type Sensor,
  useHouse,
} from '../reports/history.fixture.ts'
import { billingRoutes } from './index.ts'

useHouse({ first: '2026-02-25', last: '2026-05-05' }, billingRoutes(usualThresholds))

const roll = (until: Temporal.Instant) =>
  rollHours({ database: house.http.database, actor: reportJob, log: createLog('fatal') }, until, 'all')

/** A resident of a clinic in the zone, with one device since the beginning. */
async function bedIn(tz: string): Promise<{ clinic: Place; device: Sensor; patient_id: string }> {
  const clinic = await house.createClinic(tz)
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await house.lay(patient_id, device, instant('2026-02-25T00:00Z'))
  return { clinic, device, patient_id }
}

/** The days of a month that have any reading: date → minutes with a reading, with a valid rr. */
async function daysOf(patient_id: string, month: string) {
  const { items } = await house.admin.call(listBillingDays, { patient_id, month })
  const heard = items.filter(({ dataPoints }) => dataPoints > 0)
  return Object.fromEntries(heard.map(({ date, dataPoints, validDataPoints }) => [date, [dataPoints, validDataPoints]]))
}

const only = async (clinic: Place, month: string) => {
  const { items } = await house.admin.call(listClinicMonthlyBilling, { clinic_id: clinic.id, month })
  expect(items).toHaveLength(1)
  return items[0]!
}

describe('monitored days', () => {
  it.each([
    // The clocks go forward on 29 March in London, and back on 5 April in Sydney.
    ['Europe/London', '2026-03', '2026-03-29', '2026-03-29T00:00Z', 23, 31],
    ['Australia/Sydney', '2026-04', '2026-04-05', '2026-04-04T13:00Z', 25, 30],
    // Days that begin in the middle of an hour; on Lord Howe Island the clocks go back by half of one.
    ['Asia/Kolkata', '2026-03', '2026-03-11', '2026-03-10T18:30Z', 24, 31],
    ['Asia/Kathmandu', '2026-03', '2026-03-11', '2026-03-10T18:15Z', 24, 31],
    ['Australia/Lord_Howe', '2026-04', '2026-04-05', '2026-04-04T13:00Z', 24.5, 30],
  ])(
    'are those of %s from midnight to midnight [BI-1]',
    async (tz, month, date, midnight, hours, totalDays) => {
      const { clinic, device, patient_id } = await bedIn(tz)
      const begin = instant(midnight)
      const all = hours * 60
      // 45 minutes before the day, the whole day, and 50 minutes after it; the last ten of each without a valid value.
      const end = begin.add({ minutes: all })
      await house.writeMinutes(
        device,
        [
          ...minutesFrom(begin.subtract({ minutes: 45 }), 35),
          ...minutesFrom(begin.subtract({ minutes: 10 }), 10, { rr: null }),
          ...minutesFrom(begin, all - 10),
          ...minutesFrom(end.subtract({ minutes: 10 }), 10, { rr: null }),
          ...minutesFrom(end, 40),
          ...minutesFrom(end.add({ minutes: 40 }), 10, { rr: null }),
        ],
        clinic,
      )
      const day = (days: number) => Temporal.PlainDate.from(date).add({ days }).toString()
      const expected = { [day(-1)]: [45, 35], [date]: [all, all - 10], [day(1)]: [50, 40] }
      expect(await daysOf(patient_id, month)).toEqual(expected)
      await roll(end.add({ hours: 30 }))
      expect(await daysOf(patient_id, month)).toEqual(expected)
      // Rolled up before single minutes were recorded.
      await house.http.owner
        .updateTable('hours')
        .set({ heard: null, valid: null })
        .where('device_no', '=', device.no)
        .execute()
      expect(await daysOf(patient_id, month)).toEqual(expected)
      expect(await only(clinic, month)).toMatchObject({
        id: patient_id,
        date: `${month}-01`,
        startTime: begin.subtract({ minutes: 45 }).toString(),
        endTime: end.add({ minutes: 50 }).toString(),
        dataPoints: all + 95,
        validDataPoints: all + 65,
        n_days: 3,
        totalDays,
        cptCode: '99445',
      })
    },
    30_000,
  )

  it('end with a discharge and go on with the readmission, under another device [BI-1]', async () => {
    const clinic = await house.createClinic('Asia/Kolkata')
    const [first, second] = [await house.addDevice(clinic), await house.addDevice(clinic)]
    const patient_id = await house.addResident(clinic)
    const neighbour = await house.addResident(clinic)
    // Local noon of 2 March to 3 March 00:20; back on 10 March at 09:10 under the other device, until 09:40.
    await house.lay(patient_id, first, instant('2026-03-02T06:30Z'), instant('2026-03-02T18:50Z'))
    await house.lay(neighbour, first, instant('2026-03-02T18:50Z'))
    await house.lay(patient_id, second, instant('2026-03-10T03:40Z'), instant('2026-03-10T04:10Z'))
    for (const device of [first, second]) {
      await house.writeMinutes(device, minutesFrom(instant('2026-03-02T00:00Z'), 1_440), clinic)
      await house.writeMinutes(device, minutesFrom(instant('2026-03-10T00:00Z'), 1_440), clinic)
    }
    const expected = { '2026-03-02': [720, 720], '2026-03-03': [20, 20], '2026-03-10': [30, 30] }
    expect(await daysOf(patient_id, '2026-03')).toEqual(expected)
    await roll(instant('2026-03-12T00:00Z'))
    expect(await daysOf(patient_id, '2026-03')).toEqual(expected)
    const { items, totals } = await house.admin.call(listBilling, { clinic_id: clinic.id, month: '2026-03' })
    const own = items.find(({ id }) => id === patient_id)!
    expect(own).toMatchObject({
      deviceId: second.id,
      startTime: '2026-03-02T06:30:00Z',
      endTime: '2026-03-10T04:10:00Z',
      dataPoints: 770,
      validDataPoints: 770,
      n_days: 3,
      totalDays: 31,
    })
    // 18:50 to 24:00 UTC of one day, and all of another, which is two local days.
    const theirs = items.find(({ id }) => id === neighbour)!
    expect([theirs.dataPoints, theirs.n_days]).toEqual([310 + 1_440, 3])
    expect(totals).toEqual({
      residents: 2,
      dataPoints: 2_520,
      validDataPoints: 2_520,
      n_days: 6,
      codes: { '99445': 2, '99454': 0, none: 0 },
    })
  })

  it('are staff’s to see also of a device that went into stock or to another facility [BI-1]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-05T10:00Z'), 90), clinic)
    const elsewhere = await house.createClinic('UTC')
    await house.http.owner
      .updateTable('device_assignments')
      .set({ until: instant('2026-03-06T00:00Z') })
      .where('resident_id', '=', patient_id)
      .execute()
    await house.http.owner.updateTable('devices').set({ clinic_id: elsewhere.id }).where('id', '=', device.id).execute()
    await house.writeMinutes(device, minutesFrom(instant('2026-03-05T12:00Z'), 30), elsewhere)
    const staff = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
    const { items } = await staff.call(listBilling, { clinic_id: clinic.id, month: '2026-03' })
    // They can't see what it measured for the other clinic.
    expect(items).toMatchObject([{ id: patient_id, deviceId: device.id, device_name: device.id, dataPoints: 90 }])
  })

  it('do not count a day without a valid minute [BI-1]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-05T10:00Z'), 90, { rr: null }), clinic)
    await house.writeMinutes(device, minutesFrom(instant('2026-03-06T10:00Z'), 1), clinic)
    expect(await daysOf(patient_id, '2026-03')).toEqual({ '2026-03-05': [90, 0], '2026-03-06': [1, 1] })
    expect(await only(clinic, '2026-03')).toMatchObject({
      dataPoints: 91,
      validDataPoints: 1,
      n_days: 1,
      cptCode: null,
    })
  })

  it('lists who had a device and was never heard, and neither the deleted nor who had none [BI-1]', async () => {
    const { clinic, patient_id } = await bedIn('UTC')
    const [device, other] = [await house.addDevice(clinic), await house.addDevice(clinic)]
    const [deleted, later] = [await house.addResident(clinic), await house.addResident(clinic)]
    await house.addResident(clinic)
    await house.lay(deleted, device, instant('2026-03-01T00:00Z'))
    await house.lay(later, other, instant('2026-04-01T00:00Z'))
    await house.http.owner.updateTable('residents').set({ status: 0 }).where('id', '=', deleted).execute()
    const item = await only(clinic, '2026-03')
    expect(item).toMatchObject({
      id: patient_id,
      startTime: null,
      endTime: null,
      dataPoints: 0,
      n_days: 0,
      cptCode: null,
    })
  })
})

describe('a month that has ended', () => {
  it('is billed as before when its last minutes turn out to be those of a stuck sensor [WA-4] [BI-1]', async () => {
    const tz = 'Asia/Kolkata'
    const { clinic, device, patient_id } = await bedIn(tz)
    const next = Temporal.Now.zonedDateTimeISO(tz).with({ day: 1 }).startOfDay()
    const midnight = next.toInstant()
    const last = next.toPlainDate().subtract({ days: 1 }).toString()
    await sql`select keep_partitions(${last}::date, ${last}::date + 2, '2026-02-25', '2026-02-25')`.execute(
      house.http.owner,
    )
    const { work } = house.http.connections
    const pool = createPool(work, { name: 'samples', max: 2, settings: { 'app.scope': 'all' } })
    const state = new LiveState()
    for (const bed of await loadBeds(pool, Date.now(), [device.id])) state.put(bed)
    const ingest = createIngest({
      ...{ pool, state, archive: emptyArchive(), log: createLog('silent') },
      retention: { readingsDays: 400, minutesDays: 400 },
      writeMalformed: async () => {},
      writeStatus: async () => {},
      happen: async () => {},
      isDiskFull: () => false,
      missed() {},
      late() {},
    })
    /** The same reading again and again, from one minute after midnight to another, when it is that late. */
    const hang = async (from: number, until: number) => {
      const at = (minutes: number) => midnight.epochMilliseconds + minutes * 60_000
      const one = (_: unknown, nth: number) => ({ ts: at(from) + nth * 10_000, rr: 16, dist: 0.9 })
      const readings = Array.from({ length: (until - from) * 6 }, one)
      vi.useFakeTimers({ toFake: ['Date'], now: at(until) })
      await ingest.telemetry(state.byId(device.id)!, Buffer.from(JSON.stringify(readings)))
      vi.useRealTimers()
    }
    const month = last.slice(0, 7)
    const billed = async () => ({ ...(await only(clinic, month)), days: await daysOf(patient_id, month) })

    await hang(-14, 0)
    await roll(midnight.add({ hours: 1 }))
    const before = await billed()
    expect(before).toMatchObject({ dataPoints: 14, validDataPoints: 14, days: { [last]: [14, 14] } })
    const startTime = midnight.subtract({ minutes: 14 }).toString()
    expect(before).toMatchObject({ startTime, endTime: midnight.toString() })
    // A minute later it has been the same for a quarter of an hour.
    await hang(0, 10)
    expect(await billed()).toEqual(before)
    await roll(midnight.add({ hours: 1 }))
    expect(await billed()).toEqual(before)
    // Nobody else counts them, nor billing those of the month that goes on.
    const { rows } = await sql<{ counted: number; closed: number }>`
      select count(*) filter (where n > 0)::int as counted,
        (select count(*)::int from closed_minutes where device_no = ${device.no}) as closed
      from minutes where device_no = ${device.no}`.execute(house.http.owner)
    expect(rows).toEqual([{ counted: 1, closed: 14 }])
    // A late minute in place of one is counted once.
    await sql`delete from hours`.execute(house.http.owner)
    await sql`update minutes set n = 1, n_rr = 1 where device_no = ${device.no}
      and minute = (select min(minute) from closed_minutes where device_no = ${device.no})`.execute(house.http.owner)
    expect(await billed()).toEqual(before)
    await ingest.close()
    await pool.end()
  })
})

describe('billing list', () => {
  /** A clinic of three residents with 1, 2 and 16 valid days in March. */
  async function three() {
    const clinic = await house.createClinic('America/New_York')
    const made: string[] = []
    for (const [room, last_name, days] of [
      ['9', 'Zuse', 16],
      ['10', 'Adams', 1],
      ['', 'Moss', 2],
    ] as const) {
      const device = await house.addDevice(clinic)
      const id = await house.addResident(clinic)
      await house.http.owner
        .updateTable('residents')
        .set({
          room,
          last_name,
          mr_no: `MR-${last_name}`,
          dob: '1931-02-03',
          date_of_admission: '2026-01-31',
          information_file: `${last_name}.pdf`,
        })
        .where('id', '=', id)
        .execute()
      await house.lay(id, device, instant('2026-02-26T00:00Z'))
      for (let day = 0; day < days; day++)
        await house.writeMinutes(device, minutesFrom(instant('2026-03-03T12:00Z').add({ hours: 24 * day }), 3), clinic)
      made.push(id)
    }
    return { clinic_id: clinic.id, ids: made as [string, string, string] }
  }

  it('has the fields of the specification and the code [BI-1] [BI-2]', async () => {
    const { clinic_id, ids } = await three()
    const asked = { clinic_id, start: '2026-03-01', end: '2026-03-30', search: 'zuse' }
    const { items, period } = await house.admin.call(listBilling, asked)
    expect(period).toEqual({ start: '2026-03-01', end: '2026-03-30', totalDays: 30, timezone: 'America/New_York' })
    expect(items).toEqual([
      {
        id: ids[0],
        deviceId: expect.any(String),
        device_name: expect.any(String),
        mrNo: 'MR-Zuse',
        resident_name: 'Ada Zuse',
        firstName: 'Ada',
        lastName: 'Zuse',
        dob: '1931-02-03',
        dateOfAdmission: '2026-01-31',
        faceSheet: 'Zuse.pdf',
        date: '2026-03-01',
        startTime: '2026-03-03T12:00:00Z',
        endTime: '2026-03-18T12:03:00Z',
        dataPoints: 48,
        validDataPoints: 48,
        n_days: 16,
        totalDays: 30,
        cptCode: '99454',
      },
    ])
  })

  it('is in pages, in order, searched, and narrowed to a code; totals are of all [BI-1] [BI-2]', async () => {
    const { clinic_id } = await three()
    const month = '2026-03'
    const names = async (more: object) =>
      (await house.admin.call(listBilling, { clinic_id, month, ...more })).items.map(({ lastName }) => lastName)
    expect(await names({})).toEqual(['Adams', 'Moss', 'Zuse'])
    expect(await names({ order: 'desc' })).toEqual(['Zuse', 'Moss', 'Adams'])
    expect(await names({ sort: 'n_days', order: 'desc' })).toEqual(['Zuse', 'Moss', 'Adams'])
    expect(await names({ search: 'mr-mo' })).toEqual(['Moss'])
    expect(await names({ search: 'adams ada' })).toEqual(['Adams'])
    expect(await names({ code: '99445' })).toEqual(['Moss'])
    expect(await names({ code: 'none' })).toEqual(['Adams'])
    const second = await house.admin.call(listBilling, { clinic_id, month, page: 2, page_size: 2 })
    expect(second.items.map(({ lastName }) => lastName)).toEqual(['Zuse'])
    expect(second.pagination).toEqual({ page: 2, page_size: 2, total_records: 3 })
    expect(second.totals).toEqual({
      residents: 3,
      dataPoints: 57,
      validDataPoints: 57,
      n_days: 19,
      codes: { '99445': 1, '99454': 1, none: 1 },
    })
  })

  it('is of 30 days unless told, and of a period that there is [BI-1] [BI-2]', async () => {
    const { clinic_id, ids } = await three()
    const today = Temporal.Now.plainDateISO('America/New_York')
    const periodOf = async (more: object) => (await house.admin.call(listBilling, { clinic_id, ...more })).period
    expect(await periodOf({})).toMatchObject({ start: today.subtract({ days: 29 }).toString(), end: today.toString() })
    expect(await periodOf({ start: '2026-03-02' })).toMatchObject({ end: '2026-03-31', totalDays: 30 })
    expect(await periodOf({ end: '2026-03-31' })).toMatchObject({ start: '2026-03-02', totalDays: 30 })
    const month = await house.admin.call(listClinicMonthlyBilling, { clinic_id })
    expect(month.period.start).toBe(today.with({ day: 1 }).toString())
    // A period longer than a month has no code.
    const long = await house.admin.call(listBilling, { clinic_id, start: '2026-02-28', end: '2026-03-31' })
    expect(long.items.map(({ n_days, cptCode }) => [n_days, cptCode])).toEqual([
      [1, null],
      [2, null],
      [16, null],
    ])
    expect(await periodOf({ start: '2026-01-01', end: '2026-04-02' })).toMatchObject({ totalDays: 92 })
    const refusal = async (more: object) => {
      const { status, body } = await house.admin.refused(listBilling, { clinic_id, ...more })
      return [status, body.field]
    }
    expect(await refusal({ start: '2026-03-02', end: '2026-03-01' })).toEqual([422, 'start'])
    expect(await refusal({ start: '2026-01-01', end: '2026-04-03' })).toEqual([422, 'start'])
    expect(await refusal({ end: '1999-12-31' })).toEqual([422, 'end'])
    expect(await refusal({ month: '2026-03', start: '2026-03-02' })).toEqual([422, 'month'])
    expect(await refusal({ month: '2026-13' })).toEqual([422, 'month'])
    const days = await house.admin.refused(listBillingDays, { patient_id: ids[0], month: '1999-12' })
    expect([days.status, days.body.field]).toEqual([422, 'month'])
  })

  it('shows a resident’s days, also those without a reading, and which were on leave [BI-3] [PL-6]', async () => {
    const { clinic_id, ids } = await three()
    // Until midnight in New York.
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      values (${clinic_id}, ${ids[2]}, '2026-03-03T20:00Z', '2026-03-04T05:00Z', '', '')`.execute(house.http.owner)
    const { items, n_days, cptCode, period } = await house.admin.call(listBillingDays, {
      patient_id: ids[2],
      start: '2026-03-02',
      end: '2026-03-05',
    })
    expect(items).toEqual([
      { date: '2026-03-02', dataPoints: 0, validDataPoints: 0, is_on_leave: false },
      { date: '2026-03-03', dataPoints: 3, validDataPoints: 3, is_on_leave: true },
      { date: '2026-03-04', dataPoints: 3, validDataPoints: 3, is_on_leave: false },
      { date: '2026-03-05', dataPoints: 0, validDataPoints: 0, is_on_leave: false },
    ])
    expect([n_days, cptCode, period.timezone]).toEqual([2, '99445', 'America/New_York'])
  })

  it('shows no day of a leave that has not begun, and nobody in a month that has not [BI-2] [PL-6]', async () => {
    const { clinic, patient_id } = await bedIn('UTC')
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      values (${clinic.id}, ${patient_id}, now() + interval '1 hour', now() + interval '2 days', '', '')`.execute(
      house.http.owner,
    )
    const today = Temporal.Now.plainDateISO('UTC')
    const period = { start: today.toString(), end: today.add({ days: 3 }).toString() }
    const { items } = await house.admin.call(listBillingDays, { patient_id, ...period })
    expect(items.map(({ is_on_leave }) => is_on_leave)).toEqual(Array(4).fill(false))
    const month = today.toPlainYearMonth().add({ months: 2 }).toString()
    expect((await house.admin.call(listBilling, { clinic_id: clinic.id, month })).items).toEqual([])
  })

  it('is not there for staff of another facility [FA-4] [BI-1]', async () => {
    const { clinic_id, ids } = await three()
    for (const call of [listBilling, listClinicMonthlyBilling])
      expect((await house.stranger.refused(call, { clinic_id })).status).toBe(404)
    expect((await house.stranger.refused(listBillingDays, { patient_id: ids[0] })).status).toBe(404)
  })
})
