import { readReport } from '@eupnea/contract/reports.ts'
import { describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { house, instant, type PastReading, type Sensor, today, useHouse } from './history.fixture.ts'

useHouse({ first: today(-3), last: today(1) })

type Input = Omit<z.input<typeof readReport.input>, 'report'>

const raw = async (input: Input, by = house.staff) => {
  const answer = await by.call(readReport, { report: 'raw', ...input })
  if (!('pagination' in answer && !('tz' in answer))) throw new Error('Not the raw report')
  return answer
}

const noon = instant(`${today(-1)}T12:00:00Z`)
const day = { start: `${today(-1)}T00:00:00Z`, end: `${today()}T00:00:00Z` }

/** Readings a second apart from `first`, with rr counting up. */
const secondsFrom = (first: Temporal.Instant, count: number): PastReading[] =>
  Array.from({ length: count }, (_, index) => ({
    at: first.add({ seconds: index }),
    rr: index % 80,
    dist: index % 2 ? 0.5 : null,
  }))

const speaking = async (count: number): Promise<Sensor> => {
  const device = await house.addDevice()
  await house.writeReadings(device, secondsFrom(noon, count).reverse())
  return device
}

describe('the raw report', () => {
  it('gives readings as they were sent, oldest first, ts in ms [RP-6]', async () => {
    const device = await house.addDevice()
    await house.writeReadings(device, [
      { at: noon.add({ milliseconds: 123 }), rr: 14.3, dist: 0.85 },
      { at: noon, rr: null, dist: null },
      { at: noon.add({ milliseconds: 7 }), rr: 0, dist: 10 },
    ])
    const ms = noon.epochMilliseconds
    expect(await raw({ device_id: device.id, ...day })).toEqual({
      items: [
        { ts: ms, rr: null, dist: null },
        { ts: ms + 7, rr: 0, dist: 10 },
        { ts: ms + 123, rr: 14.3, dist: 0.85 },
      ],
      pagination: { page: 1, page_size: 1_000, total_records: 3 },
    })
  })

  it('pages, up to 10,000 at a time, with the count of all [RP-6]', async () => {
    const device = await speaking(25_000)
    const pages = []
    for (const page of [1, 2, 3, 4]) pages.push(await raw({ device_id: device.id, ...day, page, page_size: 10_000 }))
    expect(pages.map((page) => page.items.length)).toEqual([10_000, 10_000, 5_000, 0])
    for (const { pagination } of pages) expect(pagination.total_records).toBe(25_000)
    const first = noon.epochMilliseconds
    expect(pages.flatMap((page) => page.items.map(({ ts }) => ts))).toEqual(
      Array.from({ length: 25_000 }, (_, index) => first + index * 1_000),
    )
    const { status, body } = await house.staff.refused(readReport, {
      report: 'raw',
      device_id: device.id,
      page_size: 10_001,
    })
    expect([status, body.field]).toEqual([422, 'page_size'])
  })

  it('takes readings from start and up to end, by default the last 24 hours [RP-6]', async () => {
    const device = await speaking(10)
    const { items } = await raw({
      device_id: device.id,
      start: noon.add({ seconds: 3 }).toString(),
      end: noon.add({ seconds: 6 }).toString(),
    })
    expect(items.map(({ rr }) => rr)).toEqual([3, 4, 5])
    const now = Temporal.Now.instant().round('second')
    const recent = await house.addDevice()
    const ago = [{ hours: 24, minutes: 1 }, { hours: 23, minutes: 59 }, { seconds: 1 }, { minutes: -2 }]
    await house.writeReadings(
      recent,
      ago.map((span, rr) => ({ at: now.subtract(span), rr, dist: null })),
    )
    expect((await raw({ device_id: recent.id })).items.map(({ rr }) => rr)).toEqual([1, 2, 3])
  })

  it('gives a resident what devices said while they lay there, across devices and pages [RP-6]', async () => {
    const [first, second] = [await speaking(100), await speaking(100)]
    const [resident, other] = [await house.addResident(), await house.addResident()]
    const at = (seconds: number) => noon.add({ seconds })
    await house.lay(other, first, at(-500), at(10))
    await house.lay(resident, first, at(10), at(20))
    await house.lay(other, first, at(20), at(30))
    await house.lay(resident, second, at(30), at(40))
    await house.lay(resident, first, at(95))
    const seen = async (input: Input) =>
      (await raw({ ...day, ...input })).items.map(({ ts }) => (ts - noon.epochMilliseconds) / 1_000)
    const range = (from: number, to: number) => Array.from({ length: to - from }, (_, index) => from + index)
    const theirs = [...range(10, 20), ...range(30, 40), ...range(95, 100)]
    expect(await seen({ patient_id: resident })).toEqual(theirs)
    expect(await seen({ patient_id: resident, device_id: second.id })).toEqual(range(30, 40))
    expect(await seen({ device_id: first.id })).toEqual(range(0, 100))
    const paged = []
    for (const page of [1, 2, 3, 4]) {
      const { items, pagination } = await raw({ ...day, patient_id: resident, page, page_size: 7 })
      expect(pagination.total_records).toBe(theirs.length)
      paged.push(...items.map(({ ts }) => (ts - noon.epochMilliseconds) / 1_000))
    }
    expect(paged).toEqual(theirs)
  })

  it('takes an id that is left empty for one that is not given [RP-6]', async () => {
    const device_id = (await speaking(3)).id
    expect((await raw({ ...day, device_id, patient_id: '', clinic_id: '' })).items).toHaveLength(3)
    const none = await house.staff.refused(readReport, { report: 'raw', device_id: '', patient_id: '' })
    expect([none.status, none.body.field]).toEqual([400, 'patient_id'])
  })

  it('gives a resident without a device nothing [RP-6]', async () => {
    const { items, pagination } = await raw({ patient_id: await house.addResident() })
    expect([items, pagination.total_records]).toEqual([[], 0])
  })

  it('asks for a device or a resident, and for a period that ends after it begins [RP-6]', async () => {
    const none = await house.staff.refused(readReport, { report: 'raw', clinic_id: house.clinic.id })
    expect([none.status, none.body.field]).toEqual([400, 'patient_id'])
    const device_id = (await house.addDevice()).id
    const turned = await house.staff.refused(readReport, { report: 'raw', device_id, start: day.end, end: day.start })
    expect([turned.status, turned.body.field]).toEqual([422, 'start'])
    for (const start of ['yesterday', '2026-02-30T00:00:00Z', '1750000000000'])
      expect((await house.staff.refused(readReport, { report: 'raw', device_id, start })).status).toBe(422)
  })

  it('takes any year that can be written [AP-3]', async () => {
    const device = await speaking(5)
    const all = { start: '0001-01-01T00:00:00Z', end: '9999-12-31T23:59:59Z' }
    expect((await raw({ device_id: device.id, ...all })).items).toHaveLength(5)
    for (const report of ['raw', 'tib'] as const) {
      const end = await house.staff.send(
        'GET',
        `/reports?report=${report}&device_id=${device.id}&end=0001-01-02T00:00:00Z`,
      )
      expect([end.status, (end.body as { items: unknown[] }).items]).toEqual([200, []])
    }
  })

  it('does not exist for other facilities [FA-4]', async () => {
    const device = await speaking(1)
    const resident = await house.addResident()
    for (const who of [{ device_id: device.id }, { patient_id: resident }]) {
      for (const report of ['raw', 'rr', 'tib'] as const)
        expect((await house.stranger.refused(readReport, { report, ...who })).status).toBe(404)
      const other = await house.createClinic()
      expect((await house.admin.refused(readReport, { report: 'raw', ...who, clinic_id: other.id })).status).toBe(404)
    }
    // Theirs in one clinic, seen from another: the caller must be allowed to see both.
    const foreign = await house.addDevice(await house.createClinic())
    const mixed = { report: 'raw', patient_id: resident, device_id: foreign.id } as const
    expect((await house.staff.refused(readReport, mixed)).status).toBe(404)
  })

  it('is recorded, with whose readings were read [AP-5]', async () => {
    const patient_id = await house.addResident()
    await raw({ patient_id, ...day })
    const entry = await house.http.owner
      .selectFrom('audit_entries')
      .select(['act', 'actor_id', 'detail'])
      .where('resident_id', '=', patient_id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ act: 'report.raw', actor_id: house.staff.userId, detail: { ...day, shown: 0 } })
  })

  it('asked of a device is recorded for each who lay under it meanwhile, also as CSV [AP-5] [RP-8]', async () => {
    const device = await speaking(60)
    const [before, first, second, after] = await Promise.all(Array.from({ length: 4 }, () => house.addResident()))
    const at = (seconds: number) => noon.add({ seconds })
    await house.lay(before!, device, at(-600), at(-60))
    await house.lay(first!, device, at(-60), at(10))
    await house.lay(second!, device, at(10), at(20))
    await house.lay(first!, device, at(20), at(120))
    await house.lay(after!, device, at(120))
    const asked = { device_id: device.id, start: noon.toString(), end: at(60).toString() }
    const entriesOf = async (nurse: SignedInClient) =>
      house.http.owner
        .selectFrom('audit_entries')
        .select(['act', 'resident_id', 'clinic_id', 'device_id'])
        .where('actor_id', '=', nurse.userId)
        .execute()
    for (const report of ['raw', 'rr', 'tib'] as const)
      for (const format of ['', '&format=csv']) {
        const nurse = await house.http.asUser({ groups: ['clinic'], clinicIds: [house.clinic.id] })
        const query = new URLSearchParams({ report, ...asked })
        const answer = await fetch(`${house.http.url}/api/reports?${query}${format}`, {
          headers: { authorization: `Bearer ${nurse.token}` },
        })
        expect([answer.status, await answer.text()]).toEqual([200, expect.any(String)])
        const entries = await entriesOf(nurse)
        const whose = report === 'tib' ? [before, first, second, after] : [first, second]
        expect(entries.map(({ resident_id }) => resident_id).sort(), report + format).toEqual(whose.sort())
        for (const entry of entries)
          expect(entry).toMatchObject({ act: `report.${report}`, clinic_id: house.clinic.id, device_id: device.id })
      }
    const nurse = await house.http.asUser({ groups: ['clinic'], clinicIds: [house.clinic.id] })
    const nobodys = await speaking(1)
    await raw({ device_id: nobodys.id, ...day }, nurse)
    expect(await entriesOf(nurse)).toEqual([
      { act: 'report.raw', resident_id: null, clinic_id: house.clinic.id, device_id: nobodys.id },
    ])
  })
})

it('shows readings and minutes of the own facility alone, also without a WHERE [FA-4]', async () => {
  const other = await house.createClinic()
  const theirs = await house.addDevice(other)
  const minute = noon.round({ smallestUnit: 'minute' })
  await house.writeReadings(theirs, [{ at: noon, rr: 1, dist: 1 }], other)
  await house.writeMinutes(theirs, [{ at: minute, rr: 1 }], other)
  const own = await speaking(1)
  await house.writeMinutes(own, [{ at: minute, rr: 1 }])
  const { database } = house.http
  for (const table of ['stored_readings', 'device_minutes', 'readings', 'minutes'] as const) {
    const seen = await database.transaction().execute(async (db) => {
      await db
        .selectNoFrom((select) =>
          select.fn('set_config', [select.val('app.clinics'), select.val(house.clinic.id), select.val(true)]).as('set'),
        )
        .execute()
      return (await db.selectFrom(table).select('device_no').execute()).map((row) => row.device_no)
    })
    expect(seen, table).toContain(own.no)
    expect(seen, table).not.toContain(theirs.no)
  }
})
