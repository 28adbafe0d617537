import { listReportDevices, listReportResidents, readReport } from '@eupnea/contract/reports.ts'
import { defaultPlan, limitsOf } from '@eupnea/contract/rules/plan.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { house, instant, minutesFrom } from './history.fixture.ts'
import { bedIn, minutely, patient, read, useResidentReports, usualLimits } from './resident-reports.fixture.ts'

useResidentReports()

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
    // Residents on leave count for no mean.
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
