import { readReport } from '@eupnea/contract/reports.ts'
import { describe, expect, it } from 'vitest'
import { house, instant, minutesFrom } from './history.fixture.ts'
import { bedIn, minutely, none, patient, useResidentReports, usualLimits } from './resident-reports.fixture.ts'

useResidentReports()

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
