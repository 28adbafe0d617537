import { describe, expect, it } from 'vitest'
import { readCsv } from '../../tests/kit/read-csv.ts'
import { house, instant, minutesFrom } from './history.fixture.ts'
import { bedIn, useResidentReports } from './resident-reports.fixture.ts'

useResidentReports()

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

  it('leave the hours without a rate empty in the list of them [RP-8] [VI-3]', async () => {
    const { clinic, device } = await bedIn('UTC')
    for (const hour of ['03', '05'])
      await house.writeMinutes(device, minutesFrom(instant(`2026-03-04T${hour}:00Z`), 60, { rr: 16 }), clinic)
    const [row] = await csvOf(`report=daily&clinic_id=${clinic.id}&date=2026-03-04`)
    expect(row!.rates!.split('; ').filter((rate) => rate !== '')).toEqual(['16', '16'])
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
