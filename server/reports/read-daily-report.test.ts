import { type DailyReport, readReport } from '@eupnea/contract/reports.ts'
import { reportCells } from '@eupnea/contract/rules/report-cells.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import { rollHours } from '../measurements/index.ts'
import { createLog } from '../platform/log.ts'
import { type House, instant, minutesFrom, openHouse, type Place, reportJob, type Sensor } from './history.fixture.ts'

/** Tests also write present data, so the days are those around today. */
let house: House
beforeAll(async () => {
  house = await openHouse({ first: '2026-03-20', last: '2026-04-10' })
})
afterAll(() => house.http.close())

type Input = Omit<z.input<typeof readReport.input>, 'report'>

const daily = async (input: Input): Promise<DailyReport> => {
  const answer = await house.admin.call(readReport, { report: 'daily', structure: 'out', ...input })
  if (!('info' in answer)) throw new Error('Not a daily report')
  return answer
}
const refusedDaily = (input: Input) => house.admin.refused(readReport, { report: 'daily', structure: 'out', ...input })

interface Bed {
  readonly device: Sensor
  readonly patient_id: string
}

const describeResident = (patient_id: string, values: Record<string, string | number>) =>
  house.http.owner.updateTable('residents').set(values).where('id', '=', patient_id).execute()

/** With one device since the beginning, unless stated otherwise. */
async function bedIn(clinic: Place, room: string, floor = '1', since = '2026-03-20T00:00Z'): Promise<Bed> {
  const device = await house.addDevice(clinic)
  const patient_id = await house.addResident(clinic)
  await describeResident(patient_id, { room, floor })
  await house.lay(patient_id, device, instant(since))
  return { device, patient_id }
}

/** The same figures computed directly from the minutes, by the specification. */
async function figures(device: Sensor, until: string, hours: number) {
  const { rows } = await sql<{ rr: number | null; in_bed: number }>`
    select avg(sum_rr / n_rr) filter (where n_rr > 0) as rr, count(*) filter (where n_presence >= n / 2.0) as in_bed
    from minutes where device_no = ${device.no} and minute < ${until}::timestamptz
      and minute >= ${until}::timestamptz - make_interval(hours => ${hours})`.execute(house.http.owner)
  return rows[0]!
}

describe('the daily report', () => {
  it('gives averages of 24 h and changes against 72 h, as the minutes have them [RP-1] [RP-3]', async () => {
    const clinic = await house.createClinic('UTC')
    const { device, patient_id } = await bedIn(clinic, '12')
    const end = '2026-04-03T00:00:00Z'
    const minutes = Array.from({ length: 72 * 60 }, (_, index) => {
      const hour = Math.floor(index / 60)
      // Some minutes without a valid rate, and out of bed by day.
      const rr = index % 7 === 0 ? null : 13 + ((index * 37) % 50) / 10 + (hour >= 48 ? 4 : 0)
      return { at: instant(end).subtract({ minutes: 72 * 60 - index }), rr, inBed: hour % 24 < (hour >= 48 ? 19 : 9) }
    })
    await house.writeMinutes(device, minutes, clinic)
    // Neither older nor newer minutes count.
    await house.writeMinutes(device, minutesFrom(instant(end), 300, { rr: 60 }), clinic)
    await house.writeMinutes(device, minutesFrom(instant('2026-03-30T00:00Z'), 600, { rr: 60 }), clinic)
    const [day, days] = [await figures(device, end, 24), await figures(device, end, 72)]
    const expected = async () => {
      const { info, items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
      expect(info).toEqual({ clinic_name: 'Test House', date: '2026-04-02', floor: 'all' })
      expect(items).toHaveLength(1)
      expect(items[0]).toMatchObject({
        patient_id,
        room: '12',
        first_name: 'Ada',
        last_name: 'Byron',
        floor_id: '1',
        tracker_ts: '2026-04-02T23:59:00Z',
        rr_outside_range: false,
        time_in_bed: 19,
      })
      expect(items[0]!.rr_avg).toBeCloseTo(day.rr!, 2)
      expect(items[0]!.rr_change_hrs_3days).toBeCloseTo(day.rr! - days.rr!, 2)
      expect(items[0]!.time_in_bed_change_hrs_3days).toBeCloseTo(day.in_bed / 60 - days.in_bed / 60 / 3, 1)
    }
    await expected()
    const origin = { database: house.http.database, actor: reportJob, log: createLog('fatal') }
    await rollHours(origin, instant('2026-04-04T00:00Z'), 'all')
    await expected()
  })

  it('has the mean of each hour of its 24, of parts of hours too, whichever hours are rolled [VI-3] [RP-1]', async () => {
    // Its days end within an hour of UTC.
    const clinic = await house.createClinic('Asia/Kolkata')
    const { device } = await bedIn(clinic, '1')
    const end = instant('2026-04-05T18:30:00Z')
    const gap = 7
    const minutes = Array.from({ length: 73 * 60 }, (_, index) => {
      const at = end.subtract({ minutes: 72 * 60 - index })
      const hour = Math.floor(at.epochMilliseconds / 3_600_000) % 24
      return { at, rr: hour === gap || index % 7 === 0 ? null : 13 + ((index * 37) % 50) / 10 }
    })
    await house.writeMinutes(device, minutes, clinic)
    const { rows } = await sql<{ rate: number | null }>`
      select avg(sum_rr / n_rr) filter (where n_rr > 0) as rate from minutes where device_no = ${device.no}
        and minute >= ${end}::timestamptz - interval '24 hours' and minute < ${end}::timestamptz
      group by date_trunc('hour', minute) order by date_trunc('hour', minute)`.execute(house.http.owner)
    const expected = async () => {
      const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-05' })
      const { rates } = items[0]!
      expect(rates).toHaveLength(25)
      expect(rates.filter((rate) => rate === null)).toHaveLength(1)
      for (const [index, { rate }] of rows.entries())
        if (rate === null) expect(rates[index]).toBeNull()
        else expect(rates[index]).toBeCloseTo(rate, 2)
    }
    await expected()
    const origin = { database: house.http.database, actor: reportJob, log: createLog('fatal') }
    await rollHours(origin, instant('2026-04-06T00:00Z'), 'all')
    await expected()
  })

  it('says when a rate is out of range: 12 and less, 22 and more [RP-2] [RP-3]', async () => {
    const clinic = await house.createClinic()
    const rates = [12, 12.01, 21.99, 22, null]
    for (const [index, rr] of rates.entries()) {
      const { device } = await bedIn(clinic, String(index))
      await house.writeMinutes(device, minutesFrom(instant('2026-04-02T10:00Z'), 3, { rr }), clinic)
      // In range over 72 h for those out of range over 24 h, and vice versa.
      const before = rr === 12 || rr === 22 ? 16 : 40
      await house.writeMinutes(device, minutesFrom(instant('2026-03-31T10:00Z'), 60, { rr: before }), clinic)
    }
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(items.map(({ rr_avg, rr_outside_range }) => [rr_avg, rr_outside_range])).toEqual([
      [12, true],
      [12.01, false],
      [21.99, false],
      [22, true],
      [null, false],
    ])
    expect(items[4]!.rr_change_hrs_3days).toBeNull()
  })

  it.each([
    // The clocks go forward on 29 March in London, and back on 5 April in Sydney.
    ['Europe/London', '2026-03-29', '2026-03-29T23:00Z'],
    ['Australia/Sydney', '2026-04-05', '2026-04-05T14:00Z'],
    ['Asia/Kolkata', '2026-04-01', '2026-04-01T18:30Z'],
    ['Pacific/Kiritimati', '2026-04-01', '2026-04-01T10:00Z'],
    ['America/New_York', '2026-04-01', '2026-04-02T04:00Z'],
  ])('ends with the day of %s: %s ends at %s [RP-1] [RP-3]', async (tz, date, midnight) => {
    const clinic = await house.createClinic(tz)
    const { device } = await bedIn(clinic, '1')
    const end = instant(midnight)
    // In bed for the hour before, the 24 h themselves, and the hour after.
    await house.writeMinutes(device, minutesFrom(end.subtract({ hours: 25 }), 60, { rr: 30 }), clinic)
    await house.writeMinutes(device, minutesFrom(end.subtract({ hours: 24 }), 24 * 60, { rr: 15 }), clinic)
    await house.writeMinutes(device, minutesFrom(end, 60, { rr: 40 }), clinic)
    const { items } = await daily({ clinic_id: clinic.id, date })
    expect(items[0]).toMatchObject({
      rr_avg: 15,
      rr_change_hrs_3days: null,
      time_in_bed: 24,
      time_in_bed_change_hrs_3days: null,
      tracker_ts: end.subtract({ minutes: 1 }).toString(),
    })
  })

  it('tells changes only once there are 72 h, and of the time that was measured [VI-5]', async () => {
    const clinic = await house.createClinic('UTC')
    const end = instant('2026-04-03T00:00:00Z')
    const ago = (hours: number) => end.subtract({ hours })
    const measured = async (room: string, ...pieces: [from: number, to: number, rr: number, inBed: boolean][]) => {
      const { device } = await bedIn(clinic, room)
      const minutes = pieces.flatMap(([from, to, rr, inBed]) =>
        Array.from({ length: (from - to) * 60 }, (_, at) => ({ at: ago(from).add({ minutes: at }), rr, inBed })),
      )
      await house.writeMinutes(device, minutes, clinic)
    }
    // Nobody had said anything for 12 of the hours: half a day in bed is half of what was measured.
    await measured('1', [72, 60, 14, true], [48, 24, 14, false], [24, 12, 18, true], [12, 0, 18, false])
    await measured('2', [71, 24, 14, true], [24, 0, 18, true])
    // It came back after a day in hospital, and was silent today.
    await measured('3', [90, 80, 14, true], [48, 40, 14, true], [10, 0, 18, true])
    // A day in bed each, then 6 of 12 hours.
    await measured('4', [72, 24, 14, true], [12, 6, 14, true], [6, 0, 14, false])
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(
      items.map((row) => [
        ...[row.rr_avg, row.rr_change_hrs_3days],
        ...[row.time_in_bed, row.time_in_bed_change_hrs_3days, row.time_in_bed_hrs_3days],
      ]),
    ).toEqual([
      [18, 2.4, 12, 2.4, 9.6],
      [18, null, 24, null, null],
      [18, 1.78, 10, null, null],
      [14, 0, 6, -9.6, 21.6],
    ])
  })

  it('tells a change of time in bed in the percent that it is, not of rounded hours [RP-3]', async () => {
    const clinic = await house.createClinic('UTC')
    const { device } = await bedIn(clinic, '1')
    // 5 h, 5 h and 5 h 22 min in bed: 14.7 min more than the mean.
    const minutes = Array.from({ length: 72 * 60 }, (_, at) => ({
      ...{ at: instant('2026-03-31T00:00Z').add({ minutes: at }), rr: 14 },
      inBed: at % (24 * 60) < (at < 48 * 60 ? 300 : 322),
    }))
    await house.writeMinutes(device, minutes, clinic)
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(reportCells(items[0]!)).toMatchObject({ timeInBed: { text: '5.4' }, timeInBedChange: { text: '+5%' } })
  })

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
      await house.writeMinutes(device, minutesFrom(instant('2026-04-02T10:00Z'), 2, { rr }), clinic)
    }
    const { items } = await daily({ clinic_id: clinic.id, date: '2026-04-02' })
    expect(items.map(({ room, rr_avg }) => [room, rr_avg])).toEqual(rates.map((rr, index) => [String(index), rr]))
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
