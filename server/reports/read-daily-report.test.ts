import { reportCells } from '@eupnea/contract/rules/report-cells.ts'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { rollHours } from '../measurements/index.ts'
import { createLog } from '../platform/log.ts'
import { bedIn, daily, useDailyReports } from './daily-report.fixture.ts'
import { house, instant, minutesFrom, reportJob, type Sensor } from './history.fixture.ts'

useDailyReports()

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

  it.each([
    // Its days end within an hour of UTC: at the half, or nearer to its beginning.
    ['Asia/Kolkata', '2026-04-05T18:30:00Z'],
    ['Asia/Kathmandu', '2026-04-05T18:15:00Z'],
  ])(
    'has the mean of each hour of its 24 in %s, of parts of hours too, whichever are rolled [VI-3] [RP-1]',
    async (tz, midnight) => {
      const clinic = await house.createClinic(tz)
      const { device } = await bedIn(clinic, '1')
      const end = instant(midnight)
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
    },
  )

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
})
