import { readReport } from '@eupnea/contract/reports.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import {
  type Bed,
  bedIn,
  daily,
  describeResident,
  type Input,
  refusedDaily,
  useDailyReports,
} from './daily-report.fixture.ts'
import { dailyReportInParts } from './daily-report.ts'
import { house, instant, minutesFrom, reportJob } from './history.fixture.ts'

useDailyReports()

describe('the daily report', () => {
  it('gives residents what devices said while they lay there, moved and discharged ones too [RP-1]', async () => {
    const clinic = await house.createClinic()
    const [first, second] = [await house.addDevice(clinic), await house.addDevice(clinic)]
    const [gone, come, removed] = [
      await house.addResident(clinic),
      await house.addResident(clinic),
      await house.addResident(clinic),
    ]
    await describeResident(gone, { room: '1', status: 2 })
    await describeResident(come, { room: '2' })
    await describeResident(removed, { room: '3', status: 0 })
    const at = (time: string) => instant(`2026-04-02T${time}Z`)
    await house.lay(gone, first, at('01:00'), at('03:00'))
    await house.lay(come, first, at('03:00'), at('05:00'))
    await house.lay(come, second, at('05:00'))
    await house.lay(removed, first, at('06:00'))
    await house.writeMinutes(first, minutesFrom(at('00:00'), 60, { rr: 50 }), clinic)
    await house.writeMinutes(first, minutesFrom(at('01:00'), 120, { rr: 14 }), clinic)
    await house.writeMinutes(first, minutesFrom(at('03:00'), 120, { rr: 16 }), clinic)
    await house.writeMinutes(first, minutesFrom(at('05:00'), 120, { rr: 50 }), clinic)
    await house.writeMinutes(second, minutesFrom(at('04:00'), 60, { rr: 50 }), clinic)
    await house.writeMinutes(second, minutesFrom(at('05:00'), 60, { rr: 19 }), clinic)
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(items.map(({ patient_id, rr_avg, time_in_bed }) => [patient_id, rr_avg, time_in_bed])).toEqual([
      [gone, 14, 2],
      [come, 17, 3],
    ])
  })

  it('is filtered by floor, unless that is all, and by resident; rooms in the order people count [RP-1]', async () => {
    const clinic = await house.createClinic()
    const beds: Bed[] = []
    for (const [room, floor] of [
      ['10', '1'],
      ['9', '1'],
      ['1', 'Garden'],
    ] as const) {
      const bed = await bedIn(clinic, room, floor)
      await house.writeMinutes(bed.device, minutesFrom(instant('2026-04-02T10:00Z'), 3), clinic)
      beds.push(bed)
    }
    const given = { clinic_id: clinic.id, date: '2026-04-02' }
    const rooms = async (more: Input) => (await daily({ ...given, ...more })).items.map(({ room }) => room)
    expect(await rooms({})).toEqual(['1', '9', '10'])
    expect(await rooms({ floor: 'all' })).toEqual(['1', '9', '10'])
    expect(await rooms({ floor: '' })).toEqual(['1', '9', '10'])
    expect(await rooms({ floor: '1' })).toEqual(['9', '10'])
    expect(await rooms({ floor: 'Garden' })).toEqual(['1'])
    expect(await rooms({ patient_id: beds[1]!.patient_id })).toEqual(['9'])
    expect((await daily({ patient_id: beds[0]!.patient_id, date: '2026-04-02' })).items).toHaveLength(1)
    expect((await refusedDaily({ ...given, floor: '2' })).status).toBe(404)
  })

  it('has everyone once and with their own values, also when they fill several pages [RP-1]', async () => {
    const clinic = await house.createClinic()
    const rates = Array.from({ length: 70 }, (_, index) => 10 + (index % 15))
    for (const [index, rr] of rates.entries()) {
      const { device } = await bedIn(clinic, String(index))
      // In three hours, so that somebody's are read in two parts.
      await house.writeMinutes(device, minutesFrom(instant('2026-04-02T10:40Z'), 100, { rr }), clinic)
    }
    // Silent on that day: one for ever, one since the day before.
    await bedIn(clinic, '30a')
    const { device } = await bedIn(clinic, '99')
    await house.writeMinutes(device, minutesFrom(instant('2026-04-01T10:40Z'), 100), clinic)
    const asked = { clinic_id: clinic.id, date: '2026-04-02' }
    const { items } = await daily(asked)
    expect(items.map(({ room, rr_avg, time_in_bed }) => [room, rr_avg, time_in_bed])).toEqual(
      rates.map((rr, index) => [String(index), rr, 1.7]),
    )
    // The number of pages is known before the rows are.
    const origin = { database: house.http.database, actor: reportJob, log: createLog('fatal') }
    const { total } = await withCtx(origin, (ctx) => dailyReportInParts(ctx, asked))
    expect(total).toBe(rates.length)
  })

  it('is an error when nobody has a reading [RP-1]', async () => {
    const clinic = await house.createClinic()
    await bedIn(clinic, '1')
    const given = { clinic_id: clinic.id }
    for (const date of [undefined, '2026-04-02', '1066-10-14', '0001-01-01', '2999-12-31']) {
      const { status, body } = await refusedDaily(date ? { ...given, date } : given)
      expect([status, body.title, body.message], date).toEqual([
        404,
        'Report could not be generated',
        'No data was available for this date',
      ])
    }
    for (const date of ['today', '2026-02-30', '0000-01-01', ''])
      expect((await refusedDaily({ ...given, date })).body.field).toBe('date')
    expect((await refusedDaily({})).body.field).toBe('clinic_id')
  })

  it('is followed by the downtime of its 24 hours, also of who had no reading at all [WA-10]', async () => {
    const clinic = await house.createClinic('Europe/Berlin')
    const [heard, mute, above] = [await bedIn(clinic, '9'), await bedIn(clinic, '10'), await bedIn(clinic, '2', '2')]
    await sql`update device_assignments set linked_at = since`.execute(house.http.owner)
    await house.writeMinutes(heard.device, minutesFrom(instant('2026-04-02T10:00Z'), 3), clinic)
    const show = async ({ device, patient_id }: Bed, state: string, since: string, until: string | null) =>
      sql`insert into signal_spans (clinic_id, device_id, resident_id, state, since, until)
        values (${clinic.id}, ${device.id}, ${patient_id}, ${state}, ${since}, ${until})`.execute(house.http.owner)
    // The facility's day ends at 22:00 UTC.
    await show(heard, 'silent', '2026-04-01T12:00Z', '2026-04-01T23:00Z')
    await show(heard, 'ok', '2026-04-01T23:00Z', '2026-04-02T05:00Z')
    await show(heard, 'silent', '2026-04-02T05:00Z', '2026-04-02T05:20Z')
    await show(heard, 'clock', '2026-04-02T05:20Z', '2026-04-02T06:20Z')
    await show(heard, 'ok', '2026-04-02T06:20Z', null)
    await show(mute, 'silent', '2026-03-20T00:00Z', null)
    await show(above, 'ok', '2026-03-20T00:00Z', null)
    const shown = async (floor: string) => {
      const { items, downtime } = await daily({ clinic_id: clinic.id, date: '2026-04-02', floor })
      const lines = downtime.items.map(({ room, cause, seconds }) => [room, cause, seconds / 60])
      return { residents: items.length, lines, share: downtime.monitored_share }
    }
    const lines = [
      ['9', 'silent', 80],
      ['9', 'clock', 60],
      ['10', 'silent', 24 * 60],
    ]
    const share = expect.closeTo(1 - (80 + 60 + 24 * 60) / (72 * 60), 6)
    expect(await shown('all')).toEqual({ residents: 1, lines, share })
    expect(await shown('1')).toEqual({ residents: 1, lines, share })
    const { downtime } = await daily({ clinic_id: clinic.id, patient_id: heard.patient_id, date: '2026-04-02' })
    expect(downtime.items.map(({ patient_id }) => patient_id)).toEqual([heard.patient_id, heard.patient_id])
    expect(downtime.items[0]).toMatchObject({ first_name: 'Ada', last_name: 'Byron', floor_id: '1' })
  })

  it('counts the notifications of its 24 hours that came too late to be sent, by resident [WA-8]', async () => {
    const clinic = await house.createClinic('UTC')
    const [first, second] = [await bedIn(clinic, '9'), await bedIn(clinic, '10', '2')]
    await house.writeMinutes(first.device, minutesFrom(instant('2026-04-02T10:00Z'), 3), clinic)
    const raise = ({ patient_id }: Bed, raised_at: string, is_late = true) =>
      sql`insert into notifications (clinic_id, title, description, action, severity, patient_id, extra_detail, raised_at, is_late)
        values (${clinic.id}, '', '', 'rr', 'danger', ${patient_id}, '{}', ${raised_at}, ${is_late})`.execute(
        house.http.owner,
      )
    await raise(first, '2026-04-01T23:59:59Z')
    await raise(first, '2026-04-02T00:00Z')
    await raise(first, '2026-04-02T23:59:59Z')
    await raise(first, '2026-04-03T00:00Z')
    await raise(second, '2026-04-02T12:00Z')
    await raise(second, '2026-04-02T12:00Z', false)
    const given = { clinic_id: clinic.id, date: '2026-04-02' }
    const late = async (more: Input) =>
      (await daily({ ...given, ...more })).downtime.late.map(({ room, floor_id, count }) => [room, floor_id, count])
    const [ofFirst, ofSecond] = [
      ['9', '1', 2],
      ['10', '2', 1],
    ]
    expect(await late({})).toEqual([ofFirst, ofSecond])
    expect(await late({ floor: '1' })).toEqual([ofFirst])
    expect(await late({ patient_id: first.patient_id })).toEqual([ofFirst])
  })

  it('marks who was on leave at any time of its 24 hours [PL-6] [RP-1]', async () => {
    const clinic = await house.createClinic('UTC')
    for (const [room, until] of [
      ['1', '2026-04-02T00:00Z'],
      ['2', '2026-04-02T00:30Z'],
      ['3', '2026-04-03T00:00Z'],
      ['4', '2026-04-02T10:02Z'],
    ] as const) {
      const { device, patient_id } = await bedIn(clinic, room)
      await house.writeMinutes(device, minutesFrom(instant('2026-04-02T10:00Z'), 3), clinic)
      await sql`insert into leaves (clinic_id, resident_id, since, until, recorded_by, recorded_name)
        values (${clinic.id}, ${patient_id}, '2026-04-01T12:00Z', ${until}, '', '')`.execute(house.http.owner)
    }
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(items.map(({ room, is_on_leave, time_in_bed }) => [room, is_on_leave, time_in_bed])).toEqual([
      ['1', false, 0.1],
      ['2', true, 0.1],
      // The whole day: its empty bed is no value.
      ['3', true, null],
      // Without the two minutes on leave, as in the other reports.
      ['4', true, 0],
    ])
  })

  it('is of one’s own facility only [RP-1] [FA-4]', async () => {
    const { device, patient_id } = await bedIn(house.clinic, '1')
    await house.writeMinutes(device, minutesFrom(instant('2026-04-02T10:00Z'), 3))
    const given = { report: 'daily', clinic_id: house.clinic.id, date: '2026-04-02' } as const
    expect(await house.staff.call(readReport, given)).toMatchObject({ items: [{ patient_id }] })
    expect((await house.stranger.refused(readReport, given)).body.code).toBe('facility_not_found')
    const other = await house.createClinic()
    expect((await refusedDaily({ clinic_id: other.id, patient_id, date: '2026-04-02' })).body.code).toBe(
      'resident_not_found',
    )
  })
})
