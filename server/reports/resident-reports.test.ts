import type { CallArguments } from '@eupnea/contract/call.ts'
import { listReportDevices, listReportResidents, readReport } from '@eupnea/contract/reports.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readCsv } from '../../tests/kit/read-csv.ts'
import { type House, instant, minutesFrom, openHouse, type Place, type Sensor } from './history.fixture.ts'

let house: House
beforeAll(async () => {
  house = await openHouse({ first: '2026-02-20', last: '2026-04-10' })
})
afterAll(() => house.http.close())

type Input = CallArguments<typeof readReport>

const read = (input: Input) => house.admin.call(readReport, input)
const patient = async (input: Omit<Input, 'report'>) => {
  const answer = await read({ report: 'patient', ...input })
  if (!('type' in answer)) throw new Error('Not the report of a resident')
  return answer
}
const minutely = async (input: Omit<Input, 'report'>) => {
  const answer = await read({ report: 'minutely', ...input })
  if (!('pagination' in answer) || !('tz' in answer)) throw new Error('Not the minutes')
  return answer
}

/** A resident of a clinic in the zone, with one device since the beginning. */
const bedIn = async (tz: string): Promise<{ clinic: Place; device: Sensor; patient_id: string }> => {
  const clinic = await house.createClinic(tz)
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await house.lay(patient_id, device, instant('2026-02-20T00:00Z'))
  return { clinic, device, patient_id }
}

const usualLimits = { limits: limitsOf(defaultPlan), limits_are_own: false }
const none = { rr_avg: null, rr_min: null, rr_max: null, time_in_bed: 0, minutes: 0 }

describe('the report of a resident', () => {
  it('gives each day as a whole and in three parts of eight hours, to the number, with what came late [RP-6] [WA-8]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(
      device,
      [
        ...minutesFrom(instant('2026-03-10T07:00Z'), 60, { rr: 12, min: 8, max: 14 }),
        ...minutesFrom(instant('2026-03-10T08:00Z'), 120, { rr: 24, min: 20, max: 28, inBed: false }),
        ...minutesFrom(instant('2026-03-10T23:30Z'), 60, { rr: 15 }),
      ],
      clinic,
    )
    await house.http.owner
      .insertInto('episodes')
      .values(
        ['2026-03-10T00:00Z', '2026-03-10T23:59:59Z', '2026-03-11T00:00Z'].map((at, index) => ({
          clinic_id: clinic.id,
          resident_id: patient_id,
          device_id: device.id,
          direction: index % 2 ? 'low' : 'high',
          severity: 'warning',
          rr: 25,
          raised_at: instant(at),
          ended_at: instant(at),
          is_late: index === 0,
        })),
      )
      .execute()
    const { items, tz, type } = await patient({ patient_id, start_date: '2026-03-09', end_date: '2026-03-12' })
    expect([tz, type]).toEqual(['UTC', 'daily'])
    expect(items).toEqual([
      {
        date: '2026-03-10',
        last_date: '2026-03-10',
        days: 1,
        // (60 · 12 + 120 · 24 + 30 · 15) / 210
        rr_avg: 19.29,
        rr_min: 8,
        rr_max: 28,
        rr_outside_range: false,
        ...usualLimits,
        time_in_bed: 1.5,
        time_in_bed_per_day: 1.5,
        minutes: 210,
        episodes: 2,
        night: { rr_avg: 12, rr_min: 8, rr_max: 14, time_in_bed: 1, minutes: 60 },
        day: { rr_avg: 24, rr_min: 20, rr_max: 28, time_in_bed: 0, minutes: 120 },
        evening: { rr_avg: 15, rr_min: 15, rr_max: 15, time_in_bed: 0.5, minutes: 30 },
      },
      expect.objectContaining({
        date: '2026-03-11',
        episodes: 1,
        minutes: 30,
        night: { rr_avg: 15, rr_min: 15, rr_max: 15, time_in_bed: 0.5, minutes: 30 },
        day: none,
        evening: none,
      }),
    ])
  })

  it.each([
    // The clocks go forward at 01:00 in London: the night has seven hours. They go back in Sydney: nine.
    ['Europe/London', '2026-03-29', '2026-03-29T00:00Z', 23, 7],
    ['Australia/Sydney', '2026-04-05', '2026-04-04T13:00Z', 25, 9],
    ['Asia/Kolkata', '2026-03-29', '2026-03-28T18:30Z', 24, 8],
  ])(
    'has the days of %s: %s from %s, %i hours, %i of them the night [RP-6]',
    async (tz, date, midnight, hours, night) => {
      const { clinic, device, patient_id } = await bedIn(tz)
      const begin = instant(midnight)
      await house.writeMinutes(device, minutesFrom(begin.subtract({ hours: 1 }), (hours + 2) * 60), clinic)
      const { items } = await patient({ patient_id, start_date: date, end_date: date })
      expect(items).toHaveLength(1)
      expect(items[0]).toMatchObject({
        minutes: hours * 60,
        time_in_bed: hours,
        night: { minutes: night * 60 },
        day: { minutes: 480 },
        evening: { minutes: 480 },
      })
    },
  )

  it('adds up weeks from Monday and months, cut where the days asked for end [RP-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    // An hour at noon of each day from Thursday 26 February to Tuesday 10 March.
    for (let day = 0; day < 13; day++)
      await house.writeMinutes(
        device,
        minutesFrom(instant('2026-02-26T12:00Z').add({ hours: 24 * day }), 60, { rr: 10 + day }),
        clinic,
      )
    const days = { patient_id, start_date: '2026-02-26', end_date: '2026-03-10' }
    const rows = async (type: 'weekly' | 'monthly') =>
      (await patient({ ...days, type })).items.map(
        ({ date, last_date, days, rr_avg, rr_min, rr_max, time_in_bed, time_in_bed_per_day, minutes }) => [
          date,
          last_date,
          days,
          rr_avg,
          rr_min,
          rr_max,
          time_in_bed,
          time_in_bed_per_day,
          minutes,
        ],
      )
    expect(await rows('weekly')).toEqual([
      ['2026-02-26', '2026-03-01', 4, 11.5, 10, 13, 4, 1, 240],
      ['2026-03-02', '2026-03-08', 7, 17, 14, 20, 7, 1, 420],
      ['2026-03-09', '2026-03-10', 2, 21.5, 21, 22, 2, 1, 120],
    ])
    expect(await rows('monthly')).toEqual([
      ['2026-02-26', '2026-02-28', 3, 11, 10, 12, 3, 1, 180],
      ['2026-03-01', '2026-03-10', 10, 17.5, 13, 22, 10, 1, 600],
    ])
  })

  it('is of what devices said while the resident lay there: moved, and discharged in the middle of a day [RP-6]', async () => {
    const { clinic, device: first, patient_id: neighbour } = await bedIn('UTC')
    const second = await house.addDevice(clinic)
    const resident = await house.addResident(clinic)
    await house.http.owner.deleteFrom('device_assignments').where('resident_id', '=', neighbour).execute()
    await house.lay(neighbour, first, instant('2026-03-02T00:00Z'), instant('2026-03-02T06:00Z'))
    await house.lay(resident, first, instant('2026-03-02T06:00Z'), instant('2026-03-02T09:00Z'))
    await house.lay(resident, second, instant('2026-03-02T10:00Z'), instant('2026-03-02T12:30Z'))
    await house.writeMinutes(first, minutesFrom(instant('2026-03-02T00:00Z'), 1440, { rr: 14 }), clinic)
    await house.writeMinutes(second, minutesFrom(instant('2026-03-02T00:00Z'), 1440, { rr: 20 }), clinic)
    await house.http.owner.updateTable('residents').set({ status: 2 }).where('id', '=', resident).execute()
    const days = { start_date: '2026-03-01', end_date: '2026-03-03' }
    expect((await patient({ patient_id: resident, ...days })).items).toEqual([
      expect.objectContaining({
        date: '2026-03-02',
        minutes: 330,
        night: { rr_avg: 14, rr_min: 14, rr_max: 14, time_in_bed: 2, minutes: 120 },
        // An hour of the first device, two and a half of the second: (60 · 14 + 150 · 20) / 210.
        day: { rr_avg: 18.29, rr_min: 14, rr_max: 20, time_in_bed: 3.5, minutes: 210 },
        evening: none,
      }),
    ])
    expect((await patient({ patient_id: neighbour, ...days })).items[0]).toMatchObject({ minutes: 360 })
    const all = await minutely({ patient_id: resident, ...days, page_size: 10_000 })
    expect(all.items).toHaveLength(330)
    expect([all.items[0]!.time, all.items.at(-1)!.time]).toEqual(['03/02/2026 06:00:00', '03/02/2026 12:29:00'])
  })

  it('keeps what a device said when the device has left for stock or another facility [RP-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-20T00:00Z'), 180), clinic)
    const left = instant('2026-03-20T02:00Z')
    await house.http.owner
      .updateTable('device_assignments')
      .set({ until: left })
      .where('resident_id', '=', patient_id)
      .execute()
    const nurse = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
    const elsewhere = await house.createClinic()
    for (const clinic_id of [null, elsewhere.id]) {
      await house.http.owner.updateTable('devices').set({ clinic_id }).where('id', '=', device.id).execute()
      const input = { report: 'patient', patient_id, start_date: '2026-03-20', end_date: '2026-03-20' } as const
      expect((await nurse.call(readReport, input)).items).toEqual([expect.objectContaining({ minutes: 120 })])
      expect((await nurse.refused(readReport, { report: 'raw', device_id: device.id })).status).toBe(404)
    }
  })

  it('names what is wrong with the days [RP-6]', async () => {
    const { patient_id, clinic } = await bedIn('UTC')
    const refused = async (input: Record<string, unknown>) => {
      const { status, body } = await house.admin.refused(readReport, { patient_id, report: 'patient', ...input })
      return [status, body.field]
    }
    expect(await refused({ start_date: '2026-03-02', end_date: '2026-03-01' })).toEqual([422, 'start_date'])
    expect(await refused({ start_date: '2024-01-01', end_date: '2026-03-01' })).toEqual([422, 'start_date'])
    expect(await refused({ start_date: '2026-02-30' })).toEqual([422, 'start_date'])
    expect(await refused({ type: 'yearly' })).toEqual([422, 'type'])
    expect(await refused({ patient_id: undefined, clinic_id: clinic.id })).toEqual([400, 'patient_id'])
    expect(await refused({ report: 'tib-combined' })).toEqual([400, 'clinic_id'])
    expect((await patient({ patient_id, start_date: '2999-01-01', end_date: '2999-01-02' })).items).toEqual([])
  })
})

describe('minute averages', () => {
  it('are those of [start, end), paged, with the time of the facility [RP-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('America/New_York')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-05T01:00Z'), 300, { rr: 16.126, dist: null }), clinic)
    const span = { patient_id, start: '2026-03-05T02:00:00Z', end: '2026-03-05T03:00:00Z' }
    const page = await minutely({ ...span, page: 2, page_size: 25 })
    expect(page.tz).toBe('America/New_York')
    expect(page.pagination).toEqual({ page: 2, page_size: 25, total_records: 60 })
    expect(page.items).toHaveLength(25)
    expect(page.items[0]).toEqual({
      time: '03/04/2026 21:25:00',
      tracker_ts: '2026-03-05T02:25:00Z',
      avg: 16.13,
      min: 16.13,
      max: 16.13,
      dist_rr_avg: null,
      rr_outside_range: false,
      ...usualLimits,
    })
    expect((await minutely({ ...span, page: 3, page_size: 25 })).items.at(-1)!.tracker_ts).toBe('2026-03-05T02:59:00Z')
    expect((await house.admin.refused(readReport, { report: 'minutely', ...span, page_size: 10_001 })).status).toBe(422)
    const long = { report: 'minutely', patient_id, start_date: '2026-02-20', end_date: '2026-04-01' }
    expect((await house.admin.refused(readReport, long)).body.field).toBe('start_date')
  })
})

describe('reports of a facility', () => {
  it('puts together the time in bed of several or all residents a day [RP-6]', async () => {
    const { clinic, device, patient_id: one } = await bedIn('UTC')
    const [two, three] = [await house.addResident(clinic), await house.addResident(clinic)]
    const second = await house.addDevice(clinic)
    await house.lay(two, second, instant('2026-03-01T00:00Z'))
    await house.writeMinutes(device, minutesFrom(instant('2026-03-03T20:00Z'), 300), clinic)
    await house.writeMinutes(second, minutesFrom(instant('2026-03-03T00:00Z'), 120), clinic)
    const input = {
      report: 'tib-combined',
      clinic_id: clinic.id,
      start_date: '2026-03-02',
      end_date: '2026-03-05',
    } as const
    const answer = await read(input)
    if (!('combined' in answer)) throw new Error('Not the time in bed of all')
    expect(answer.combined).toEqual([
      { date: '2026-03-03', residents: 2, time_in_bed: 3 },
      { date: '2026-03-04', residents: 1, time_in_bed: 1 },
    ])
    const rows = answer.items.map(({ date, patient_id, time_in_bed }) => ({ date, patient_id, time_in_bed }))
    expect(rows).toHaveLength(3)
    expect(rows).toEqual(
      expect.arrayContaining([
        { date: '2026-03-03', patient_id: one, time_in_bed: 4 },
        { date: '2026-03-03', patient_id: two, time_in_bed: 2 },
        { date: '2026-03-04', patient_id: one, time_in_bed: 1 },
      ]),
    )
    // Who is on leave counts for no mean.
    await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
      values (${clinic.id}, ${one}, '2026-03-03T00:00Z', '2026-03-04T00:00Z', '', '')`.execute(house.http.owner)
    const without = await read(input)
    if (!('combined' in without)) throw new Error('Not the time in bed of all')
    expect(without.combined).toEqual([
      { date: '2026-03-03', residents: 1, time_in_bed: 2 },
      { date: '2026-03-04', residents: 1, time_in_bed: 1 },
    ])
    expect(without.items.find((row) => row.patient_id === one)?.time_in_bed).toBeNull()
    const report = await patient({ patient_id: one, start_date: '2026-03-02', end_date: '2026-03-05', type: 'monthly' })
    expect(report.items).toMatchObject([{ days: 2, time_in_bed: 1, time_in_bed_per_day: 1, day: { time_in_bed: 0 } }])
    const byDay = await patient({ patient_id: one, start_date: '2026-03-03', end_date: '2026-03-03' })
    expect(byDay.items).toMatchObject([
      { time_in_bed: null, time_in_bed_per_day: null, evening: { time_in_bed: null } },
    ])
    const some = await read({ ...input, patient_ids: `${two},${three}` })
    expect('combined' in some && some.combined).toEqual([{ date: '2026-03-03', residents: 1, time_in_bed: 2 }])
    const stranger = await house.addResident()
    const refused = await house.admin.refused(readReport, { ...input, patient_ids: `${two},${stranger}` })
    expect([refused.status, refused.body.code]).toEqual([404, 'resident_not_found'])
  })

  it('compares respiration over 24 and 72 hours, once there are 72 [RP-6] [VI-5]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    const end = '2026-03-08T12:00:00Z'
    await house.writeMinutes(
      device,
      [
        ...minutesFrom(instant('2026-03-05T12:00Z'), 60, { rr: 14, min: 9 }),
        ...minutesFrom(instant('2026-03-07T12:00Z'), 60, { rr: 22, max: 31 }),
      ],
      clinic,
    )
    const answer = await read({ report: 'rr-24-72', clinic_id: clinic.id, end })
    if (!('until' in answer)) throw new Error('Not the respiration of all')
    expect(answer).toEqual({
      tz: 'UTC',
      until: '2026-03-08T12:00:00Z',
      items: [
        {
          patient_id,
          room: '',
          first_name: 'Ada',
          last_name: 'Byron',
          floor_id: '',
          rr_avg_24h: 22,
          rr_min_24h: 22,
          rr_max_24h: 31,
          rr_avg_72h: 18,
          rr_min_72h: 9,
          rr_max_72h: 31,
          rr_change: 4,
          rr_change_percent: 22.22,
          rr_outside_range: true,
          ...usualLimits,
        },
      ],
    })
    const soon = await read({ report: 'rr-24-72', clinic_id: clinic.id, end: instant('2026-03-08T00:00Z').toString() })
    expect('until' in soon && soon.items[0]).toMatchObject({ rr_avg_24h: 22, rr_change: null, rr_change_percent: null })
  })
})

describe('the plan of that time', () => {
  const own = { extreme_high: 40, extreme_low: null, no_breathing_seconds: 120 }
  const limits = { extreme_high: 40, extreme_low: null }

  it('judges minutes, days and the facility’s residents, and is named where it is not the facility’s [PL-2]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-06T00:00Z'), 3 * 1_440, { rr: 24 }), clinic)
    const written = { clinic_id: clinic.id, written_by: 'u', written_name: 'Una' }
    const at = (text: string) => ({ valid_from: instant(text) })
    await house.http.owner
      .insertInto('plans')
      .values([
        { ...written, ...own, ...at('2026-03-07T08:00Z'), low: 10, high: 26, resident_id: patient_id },
        { ...written, ...own, ...at('2026-03-08T08:00Z'), low: 11, high: 25, resident_id: null },
        { ...written, ...at('2026-03-08T09:00Z'), resident_id: patient_id, is_default: true },
      ])
      .execute()
    const judged = (row: { rr_outside_range: boolean; limits: object; limits_are_own: boolean }) => [
      row.rr_outside_range,
      row.limits,
      row.limits_are_own,
    ]
    const before = [true, limitsOf(defaultPlan), false]
    const theirs = [false, { low: 10, high: 26, ...limits }, true]
    const facilitys = [false, { low: 11, high: 25, ...limits }, false]
    const minuteOf = async (start: string) => {
      const span = { start, end: instant(start).add({ minutes: 1 }).toString() }
      return judged((await minutely({ patient_id, ...span })).items[0]!)
    }
    const curve = await read({ report: 'rr', patient_id, start: '2026-03-07T00:00:00Z', end: '2026-03-09T00:00:00Z' })
    if (!('resolution' in curve)) throw new Error('Not a curve')
    expect(curve.earlier_limits).toEqual([
      { until: '2026-03-07T08:00:00Z', limits: before[1] },
      { until: '2026-03-08T09:00:00Z', limits: theirs[1] },
    ])
    const later = await read({ report: 'rr', patient_id, start: '2026-03-08T10:00:00Z', end: '2026-03-08T12:00:00Z' })
    expect(later).toMatchObject({ earlier_limits: [] })
    expect(await minuteOf('2026-03-07T07:59:00Z')).toEqual(before)
    expect(await minuteOf('2026-03-07T08:00:00Z')).toEqual(theirs)
    expect(await minuteOf('2026-03-08T08:59:00Z')).toEqual(theirs)
    expect(await minuteOf('2026-03-08T09:00:00Z')).toEqual(facilitys)
    const days = await patient({ patient_id, start_date: '2026-03-06', end_date: '2026-03-08' })
    expect(days.items.map(judged)).toEqual([before, theirs, facilitys])
    const dailyOf = async (date: string) => {
      const answer = await read({ report: 'daily', clinic_id: clinic.id, date })
      if (!('info' in answer)) throw new Error('Not the daily report')
      return answer.items.map(judged)
    }
    expect(await dailyOf('2026-03-06')).toEqual([before])
    expect(await dailyOf('2026-03-07')).toEqual([theirs])
    expect(await dailyOf('2026-03-08')).toEqual([facilitys])
    const now = await read({ report: 'rr-24-72', clinic_id: clinic.id, end: '2026-03-08T08:30:00Z' })
    if (!('until' in now)) throw new Error('Not the rates of a facility')
    expect(now.items.map(judged)).toEqual([theirs])
  })
})

describe('choices of the reports', () => {
  it('are active residents and discharged ones who had a device, and the devices [RP-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    const [gone, never, deleted] = [
      await house.addResident(clinic),
      await house.addResident(clinic),
      await house.addResident(clinic),
    ]
    const other = await house.addDevice(clinic)
    await house.lay(gone, other, instant('2026-03-01T00:00Z'), instant('2026-03-02T00:00Z'))
    await house.lay(deleted, other, instant('2026-03-03T00:00Z'), instant('2026-03-04T00:00Z'))
    const setStatus = (id: string, status: number) =>
      house.http.owner.updateTable('residents').set({ status }).where('id', '=', id).execute()
    await setStatus(gone, 2)
    await setStatus(never, 2)
    await setStatus(deleted, 0)
    const { items, pagination } = await house.admin.call(listReportResidents, { clinic_id: clinic.id })
    expect(pagination.total_records).toBe(2)
    expect(items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ patient_id, status: 1, since: '2026-02-20T00:00:00Z', until: null }),
        expect.objectContaining({
          patient_id: gone,
          status: 2,
          since: '2026-03-01T00:00:00Z',
          until: '2026-03-02T00:00:00Z',
        }),
      ]),
    )
    expect((await house.admin.call(listReportResidents, { clinic_id: clinic.id, search: 'nobody%' })).items).toEqual([])
    const devices = await house.admin.call(listReportDevices, { clinic_id: clinic.id })
    expect(devices.items).toHaveLength(2)
    expect(devices.items).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ device_id: device.id, patient_id, is_present: true }),
        expect.objectContaining({ device_id: other.id, patient_id: null, is_present: true }),
      ]),
    )
    for (const call of [listReportResidents, listReportDevices])
      expect((await house.stranger.refused(call, { clinic_id: clinic.id })).status).toBe(404)
  })
})

describe('reports as CSV', () => {
  const fetchCsv = (token: string, query: string) =>
    fetch(`${house.http.url}/api/reports?${query}&format=csv`, { headers: { authorization: `Bearer ${token}` } })
  const csvOf = async (query: string) => {
    const answer = await fetchCsv(house.admin.token, query)
    expect(answer.status).toBe(200)
    return readCsv(new TextDecoder('utf-8', { ignoreBOM: true }).decode(await answer.arrayBuffer()))
  }

  it('hold all readings of a resident, across pages and devices, each once and in order [RP-8]', async () => {
    const { clinic, device, patient_id } = await bedIn('Europe/London')
    const second = await house.addDevice(clinic)
    const begin = instant('2026-03-28T23:00Z')
    const handOver = begin.add({ seconds: 7_001 })
    await house.http.owner
      .updateTable('device_assignments')
      .set({ until: handOver })
      .where('resident_id', '=', patient_id)
      .execute()
    await house.lay(patient_id, second, handOver)
    const readings = Array.from({ length: 12_000 }, (_, index) => ({
      at: begin.add({ seconds: index }),
      rr: index % 7 === 0 ? null : 12.5,
      dist: 0.75,
    }))
    for (const sensor of [device, second]) await house.writeReadings(sensor, readings, clinic)
    const query = `report=raw&patient_id=${patient_id}&start=${begin}&end=${begin.add({ hours: 4 })}`
    const rows = await csvOf(query)
    expect(rows.map(({ ts }) => Number(ts))).toEqual(readings.map(({ at }) => at.epochMilliseconds))
    expect(rows[0]).toEqual({ ts: String(begin.epochMilliseconds), rr: '', dist: '0.75', time: '03/28/2026 23:00:00' })
    expect(rows[1]!.rr).toBe('12.5')
    // 01:00 is 02:00 on that morning.
    expect(rows[2 * 3_600]!.time).toBe('03/29/2026 02:00:00')
    const byDay = await csvOf(`report=raw&patient_id=${patient_id}&start_date=2026-03-29&end_date=2026-03-29`)
    expect(byDay).toHaveLength(12_000 - 3_600)
    const long = await fetchCsv(house.admin.token, `report=raw&patient_id=${patient_id}&start=2026-01-01T00:00:00Z`)
    expect([long.status, ((await long.json()) as { field: string }).field]).toEqual([422, 'start'])
  })

  it('lay out the three parts of a day, and keep numbers numbers [RP-8] [RP-6]', async () => {
    const { clinic, device, patient_id } = await bedIn('UTC')
    await house.writeMinutes(device, minutesFrom(instant('2026-03-04T09:00Z'), 60, { rr: 16 }), clinic)
    const days = 'start_date=2026-03-04&end_date=2026-03-05'
    const [row, ...others] = await csvOf(`report=patient&patient_id=${patient_id}&${days}`)
    expect(others).toEqual([])
    expect(row).toMatchObject({ date: '2026-03-04', rr_avg: '16', 'night.rr_avg': '', 'day.time_in_bed': '1' })
    expect(await csvOf(`report=minutely&patient_id=${patient_id}&${days}`)).toHaveLength(60)
    const rr = await csvOf(`report=rr-24-72&clinic_id=${clinic.id}&end=2026-03-04T12:00:00Z`)
    expect(rr).toEqual([
      expect.objectContaining({ rr_avg_24h: '16', rr_change: '', rr_outside_range: 'false', 'limits.high': '22' }),
    ])
  })

  it('are nobody else’s to have, and leave one entry [RP-8] [FA-4] [AP-5]', async () => {
    const { patient_id, clinic } = await bedIn('UTC')
    for (const query of [
      `report=raw&patient_id=${patient_id}`,
      `report=patient&patient_id=${patient_id}`,
      `report=minutely&patient_id=${patient_id}`,
      `report=tib-combined&clinic_id=${clinic.id}`,
      `report=rr-24-72&clinic_id=${clinic.id}`,
    ])
      expect((await fetchCsv(house.stranger.token, query)).status, query).toBe(404)
    const member = await house.http.asUser({ groups: ['member'], clinicIds: [clinic.id] })
    expect((await fetchCsv(member.token, `report=raw&patient_id=${patient_id}`)).status).toBe(403)
    const nurse = await house.http.asUser({ groups: ['clinic'], clinicIds: [clinic.id] })
    await (await fetchCsv(nurse.token, `report=minutely&patient_id=${patient_id}`)).text()
    const entries = await house.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'resident_id', 'detail'])
      .where('actor_id', '=', nurse.userId)
      .execute()
    expect(entries).toEqual([{ act: 'report.minutely', resident_id: patient_id, detail: { format: 'csv', rows: 0 } }])
  })
})
