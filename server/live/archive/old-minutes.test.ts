import { text } from 'node:stream/consumers'
import { listBilling } from '@eupnea/contract/billing.ts'
import { listNights } from '@eupnea/contract/nights.ts'
import type { FhirBundle } from '@eupnea/contract/observations.ts'
import { listRates } from '@eupnea/contract/rates.ts'
import { readReport } from '@eupnea/contract/reports.ts'
import { stretchKey } from '@eupnea/contract/rules/spark.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { SignedInClient } from '../../../tests/kit/portal.ts'
import { readParquetRows } from '../../../tests/kit/read-parquet.ts'
import { billingRoutes } from '../../billing/index.ts'
import { countMinutes, selectSummaries } from '../../measurements/index.ts'
import { nightRoutes } from '../../nights/index.ts'
import { observationRoutes } from '../../observations/index.ts'
import { withCtx, withSnapshot } from '../../platform/context.ts'
import { createLog } from '../../platform/log.ts'
import { createSealer } from '../../platform/seal.ts'
import { personFile } from '../../privacy/person-file.ts'
import { rateRoutes } from '../../rates/index.ts'
import { reportRoutes } from '../../reports/index.ts'
import { type Depot, openDepot } from './archive.fixture.ts'
import { readOldMinutesFrom } from './old-minutes.ts'
import { type Archive, createArchive } from './read-archive.ts'
import { archiveDays, forgetErased } from './write-archive.ts'

/** Minutes that have left the database (AR-3). */

let depot: Depot
let admin: SignedInClient
let clinic_id: string
let ada: Awaited<ReturnType<typeof lay>>
let bob: typeof ada
let cem: typeof ada

/** The month whose minutes leave; they begin two days before its end. */
const month = Temporal.Now.plainDateISO('UTC').subtract({ days: 440 }).with({ day: 1 })
const end = month.add({ months: 1 }).toZonedDateTime('UTC').toInstant()
const first = end.subtract({ hours: 50, minutes: 17 })
const last = end.add({ hours: 26, minutes: 43 })

const run = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(depot.http.owner)).rows

async function lay(name: string, room: string, since = first, until = last) {
  const device = await depot.addDevice(clinic_id)
  const [resident] = await run(sql<{
    id: string
  }>`insert into residents (clinic_id, first_name, last_name, room, status)
    values (${clinic_id}, ${name}, 'Byron', ${room}, 1) returning id`)
  await run(sql`insert into device_assignments (clinic_id, device_id, resident_id, since, until, linked_at)
    values (${clinic_id}, ${device.id}, ${resident!.id}, ${since}, ${until}, ${since})`)
  return { resident_id: resident!.id, device_id: device.id, device_no: device.no }
}

/**
 * A minute each, all different; some without a rate, some out of bed, some of a stuck sensor, some changed late.
 * @param knows since when the sensor measures distance
 */
const measure = (device_no: number, since = first, until = last, knows = since) =>
  run(sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence, late_at)
    select ${device_no}, (select no from clinics where id = ${clinic_id}), minute, case when i % 50 = 7 then 0 else 60 end,
      case when i % 9 = 0 then 0 else 40 end, case when i % 9 = 0 then 0 else (12 + i % 70 / 10.0)::real::float8 * 40 end,
      case when i % 9 = 0 then null else 10.1 + i % 3 end, case when i % 9 = 0 then null else 21.7 + i % 5 end,
      case when minute < ${knows} then 0 else 20 end,
      case when minute < ${knows} then 0 else (0.6 + i % 40 / 100.0)::real::float8 * 20 end, case when i % 400 > 300 then 3 else 55 end,
      case when i % 100 = 3 then minute + interval '3 hours 0.1234 seconds' end
    from (select minute, row_number() over (order by minute)::int as i
      from generate_series(${since}::timestamptz, ${until}::timestamptz - interval '1 microsecond', interval '1 minute') minute) m`)

const inDatabase = async (device_no: number) =>
  (await run(sql<{ n: number }>`select count(*)::int as n from minutes where device_no = ${device_no}`))[0]!.n
const files = () =>
  run(sql<{ id: string; day: string; rows: number; device_no: number; in_db: number }>`
    select id, day::text, rows, device_no, in_db from archive_files where kind = 'minutes' and state = 'current' order by device_no`)
const origin = () =>
  ({ database: depot.http.databases.requests, actor: { type: 'job', name: 'test' }, log: createLog('silent') }) as const

beforeAll(async () => {
  depot = await openDepot((archive) => [
    ...reportRoutes(archive),
    ...nightRoutes,
    ...rateRoutes,
    ...billingRoutes({ short: 2, long: 16 } as never),
    ...observationRoutes({ baseUrl: () => depot.http.url, sealer: createSealer('secret') }),
  ])
  admin = await depot.http.asUser()
  // Days of this zone begin in the middle of an hour.
  clinic_id = await depot.http.createClinic({ tz: 'Asia/Kolkata' })
  const [from, to] = [month.subtract({ days: 3 }).toString(), month.add({ months: 1, days: 3 }).toString()]
  await run(sql`select keep_partitions(${from}::date, ${to}::date, current_date - 600, ${from}::date)`)
  ada = await lay('Ada', '7')
  await measure(ada.device_no)
  // Across midnight, in a night that is read.
  const [out, back] = [end.subtract({ hours: 26 }), end.subtract({ hours: 22, minutes: 7 })]
  await run(sql`insert into leaves (clinic_id, resident_id, since, until, reason, recorded_by, recorded_name)
    values (${clinic_id}, ${ada.resident_id}, ${out}, ${back}, '', 'g', 'G')`)
  bob = await lay('Bob', '8', first.add({ hours: 20, minutes: 3 }), end.subtract({ minutes: 11 }))
  await measure(bob.device_no, first.add({ hours: 20, minutes: 3 }), end.subtract({ minutes: 11 }))
  // Cem's sensor starts to measure distance halfway through a cell, while the bed is empty.
  cem = await lay('Cem', '9')
  await measure(cem.device_no, first, last, end.subtract({ hours: 25, minutes: 15 }))
  for (
    let hour = first.add({ hours: -1 }).round({ smallestUnit: 'hour', roundingMode: 'ceil' });
    Temporal.Instant.compare(hour, last) < 0;
    hour = hour.add({ hours: 1 })
  )
    // Two have no sums.
    if (![5, 52].includes(Math.round(first.until(hour).total('hours'))))
      await run(sql`select roll_hours(${hour}, ${hour.add({ hours: 1 })})`)
}, 60_000)
afterAll(() => depot.close())

/** A caller of a portal that remembers no file. */
async function freshReader(): Promise<SignedInClient> {
  readOldMinutesFrom(createArchive(depot.store, createLog('silent')), depot.http.databases)
  return admin
}

/** What everything that reads minutes says of that time. */
async function readAll() {
  const { resident_id: patient_id, device_id } = ada
  const around = (hours: number, of: { device_id?: string; patient_id?: string }) => ({
    ...{
      ...of,
      start: end.subtract({ hours }).add({ minutes: 7 }).toString(),
      end: end.add({ hours: 3, minutes: 31 }).toString(),
    },
  })
  const days = {
    start_date: end.subtract({ hours: 48 }).toString().slice(0, 10),
    end_date: last.toString().slice(0, 10),
  }
  const report = (input: object) => admin.call(readReport, input as never)
  const stretches = [
    stretchKey(patient_id, end.subtract({ hours: 10 }).epochMilliseconds),
    stretchKey(patient_id, end.add({ hours: 1 }).epochMilliseconds),
    stretchKey(bob.resident_id, end.subtract({ hours: 1 }).epochMilliseconds),
  ]
  const fhir = async (query: string) => {
    const resources = []
    for (let next: string | undefined = `/fhir/Observation?patient=${patient_id}&${query}`; next; ) {
      const bundle = (await admin.send('GET', next)).body as FhirBundle
      resources.push(...(bundle.entry ?? []).map(({ resource }) => resource), bundle.total)
      next = bundle.link.find(({ relation }) => relation === 'next')?.url.slice(`${depot.http.url}/api`.length)
    }
    return resources
  }
  const file = JSON.parse(await text(await personFile(origin(), 'resident', patient_id).open())) as {
    minutes: object[]
  }
  const csv = await fetch(
    `${depot.http.url}/api/reports?${new URLSearchParams({ report: 'minutely', patient_id, ...days, format: 'csv' })}`,
    {
      headers: { authorization: `Bearer ${admin.token}` },
    },
  )
  return {
    minutes: await report({ report: 'rr', ...around(20, { device_id }) }),
    minutesOfResident: await report({ report: 'rr', ...around(20, { patient_id }) }),
    hours: await report({ report: 'rr', ...around(100, { device_id }) }),
    tib: await report({ report: 'tib', days: 5, patient_id, end: last.toString() }),
    combined: await report({ report: 'tib-combined', clinic_id, ...days }),
    patient: await report({ report: 'patient', patient_id, ...days }),
    daily: [
      await report({ report: 'daily', clinic_id, date: days.end_date }),
      await report({ report: 'daily', clinic_id, date: end.subtract({ hours: 12 }).toString().slice(0, 10) }),
    ],
    '24-72': await report({ report: 'rr-24-72', clinic_id, end: end.add({ minutes: 95 }).toString() }),
    pages: [
      await report({ report: 'minutely', patient_id, ...days, page: 1, page_size: 2_000 }),
      await report({ report: 'minutely', patient_id, ...days, page: 2, page_size: 2_000 }),
      await report({ report: 'minutely', patient_id, ...days, page: 3, page_size: 2_000 }),
    ],
    csv: await csv.text(),
    nights: [
      await admin.call(listNights, { clinic_id, date: end.subtract({ hours: 25 }).toString().slice(0, 10) }),
      await admin.call(listNights, { clinic_id, date: end.subtract({ hours: 1 }).toString().slice(0, 10) }),
    ],
    rates: await admin.call(listRates, { clinic_id, of: stretches.join(',') }),
    billing: await admin.call(listBilling, { clinic_id, month: month.toString().slice(0, 7) }),
    billingOfDays: await admin.call(listBilling, { clinic_id, start: days.start_date, end: days.end_date }),
    newest: await fhir('_count=500&_sort=-date'),
    oldest: await fhir('_count=700&_sort=date'),
    changed: await fhir(
      `_count=500&_lastUpdated=lt${end.toString()}&_lastUpdated=ge${end.subtract({ hours: 6 }).toString()}`,
    ),
    counted: await fhir('_summary=count'),
    person: file.minutes,
  }
}

describe('minutes of a month that is over for 400 days', () => {
  it('leave the database for a file of their device, and every report, list and export reads them as before [AR-3]', async () => {
    const before = await readAll()
    expect(before.person.length).toBeGreaterThan(4_000)
    expect(before.minutes.items.length).toBeGreaterThan(1_300)
    for (const { items } of before.nights) expect(items).toHaveLength(3)
    for (const { rates } of before.rates.items) expect(rates.filter((rate) => rate !== null).length).toBeGreaterThan(30)
    const count = await inDatabase(ada.device_no)
    // Both have them: the files count as soon as the month has left.
    await archiveDays({ ...depot.work, settledSeconds: 3_600 })
    expect(await inDatabase(ada.device_no)).toBe(count)
    expect(await readAll()).toEqual(before)
    const snapshot = Promise.withResolvers<void>()
    const released = Promise.withResolvers<void>()
    // A download that began before the month left, and comes to it afterwards.
    const download = withSnapshot(origin(), async (ctx) => {
      await sql`select 1 from archive_files`.execute(ctx.db)
      snapshot.resolve()
      await released.promise
      return countMinutes(ctx, { device_no: ada.device_no, since: first, until: last })
    })
    await snapshot.promise
    await depot.archiveAll()
    released.resolve()
    expect(await inDatabase(ada.device_no)).toBe(26 * 60 + 43)
    expect(await files()).toMatchObject([
      { device_no: ada.device_no, day: month.toString(), rows: count - (26 * 60 + 43), in_db: 0 },
      { in_db: 0 },
      { in_db: 0 },
    ])
    expect(await download).toBe(before.person.length)
    const after = await readAll()
    for (const [name, value] of Object.entries(before)) expect(after[name as keyof typeof after], name).toEqual(value)
  }, 120_000)

  it('is a file that other programs read [AR-3]', async () => {
    const [file] = await files()
    const rows = readParquetRows(depot.store.files.get(`archive/${file!.id}`)!)
    expect(rows).toHaveLength(file!.rows)
    expect(Object.keys(rows[0]!)).toEqual([
      ...[
        'device_no',
        'clinic_no',
        'ts',
        'n',
        'n_rr',
        'sum_rr',
        'min_rr',
        'max_rr',
        'n_dist',
        'sum_dist',
        'n_presence',
      ],
      'late_at',
    ])
    expect(rows[0]).toMatchObject({
      device_no: ada.device_no,
      ts: first.epochMilliseconds,
      n: 60,
      n_rr: 40,
      min_rr: expect.closeTo(11.1),
    })
    // The minutes of a stuck sensor stay what they are: counted for nothing.
    expect(rows.filter(({ n }) => n === 0).length).toBeGreaterThan(50)
  })

  it('are read from each file once, however many hours of a report have no sums [AR-3]', async () => {
    const reader = createArchive(depot.store, createLog('silent'))
    const opened: string[] = []
    const loadMinutes: Archive['loadMinutes'] = (file) => {
      opened.push(file.id)
      return reader.loadMinutes(file)
    }
    readOldMinutesFrom({ ...reader, loadMinutes }, depot.http.databases)
    // Each begins and ends within an hour.
    const spans = [0, 8, 16, 24, 32, 40].flatMap((hours) =>
      [ada, bob, cem].map(({ device_no }) => {
        const since = first.add({ hours })
        return { device_no, since, until: since.add({ hours: 8 }) }
      }),
    )
    const sums = await withCtx(origin(), (ctx) => selectSummaries(ctx, spans))
    expect(sums.length).toBeGreaterThan(8)
    expect(opened.toSorted()).toEqual((await files()).map(({ id }) => id).toSorted())
  })

  it('names a damaged month and serves the rest; while the store is away, it says so [AR-3] [PR-1]', async () => {
    const [file] = await files()
    const key = `archive/${file!.id}`
    const all = depot.store.files as Map<string, Buffer>
    const whole = all.get(key)!
    const other = await freshReader()
    const input = { report: 'rr', hours: 24, end: end.toString() } as const
    all.set(key, Buffer.from(whole.map((byte, at) => (at === 40 ? byte ^ 1 : byte))))
    const refusal = await other.refused(readReport, { ...input, device_id: ada.device_id })
    expect([refusal.status, refusal.body.code, refusal.body.message]).toEqual([
      ...[503, 'archive_damaged'],
      expect.stringContaining(String(month.year)),
    ])
    // What comes after that month, and others.
    expect(
      await other.call(readReport, { ...input, hours: 20, end: last.toString(), device_id: ada.device_id }),
    ).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    })
    expect(await other.call(readReport, { ...input, device_id: bob.device_id })).toMatchObject({
      items: expect.arrayContaining([expect.anything()]),
    })
    const person = JSON.parse(await text(await personFile(origin(), 'resident', ada.resident_id).open()))
    expect(person.minutes[0].minute).toBe(end.toString())
    const dayBefore = (days: number) =>
      end
        .subtract({ hours: days * 24 })
        .toString()
        .slice(0, 10)
    expect(person.unreadable_days).toEqual([3, 2, 1].map(dayBefore))
    all.set(key, whole)
    const get = depot.store.get
    Object.assign(depot.store, { get: () => Promise.reject(new Error('connect ECONNREFUSED')) })
    try {
      const away = await (await freshReader()).refused(readReport, { ...input, device_id: ada.device_id })
      expect([away.status, away.body.code]).toEqual([503, 'archive_away'])
    } finally {
      Object.assign(depot.store, { get })
    }
  })

  it('shows a facility only its own minutes [AR-3]', async () => {
    const elsewhere = await depot.http.createClinic()
    await run(sql`update devices set clinic_id = ${elsewhere} where id = ${ada.device_id}`)
    const input = { report: 'rr', hours: 24, end: end.toString(), device_id: ada.device_id } as const
    const staff = await depot.http.asUser({ groups: ['clinic'], clinicIds: [elsewhere] })
    expect(await staff.call(readReport, input)).toMatchObject({ items: [] })
    expect(((await admin.call(readReport, input)) as { items: object[] }).items.length).toBeGreaterThan(1_000)
    await run(sql`update devices set clinic_id = ${clinic_id} where id = ${ada.device_id}`)
  })

  it('forget an erased person at once, and their files are written anew without them [AR-3] [PR-1]', async () => {
    const before = await files()
    const span = { device_no: ada.device_no, since: first, until: last }
    const count = () => withCtx(origin(), (ctx) => countMinutes(ctx, span))
    await run(sql`update residents set status = 2`)
    // Another resident had the device before, in the same month.
    const carol = await lay('Carol', '9', first, first.add({ hours: 2 }))
    await run(sql`update device_assignments set device_id = ${ada.device_id} where resident_id = ${carol.resident_id}`)
    await run(
      sql`update device_assignments set since = ${first.add({ hours: 2 })} where resident_id = ${ada.resident_id}`,
    )
    await run(sql`select set_config('app.scope', 'all', false), erase_resident(${ada.resident_id})`)
    expect(await count()).toBeLessThan(130)
    await forgetErased(depot.work)
    const [rewritten] = await files()
    expect(rewritten!.id).not.toBe(before[0]!.id)
    const rows = readParquetRows(depot.store.files.get(`archive/${rewritten!.id}`)!)
    expect(Math.max(...rows.map(({ ts }) => Number(ts)))).toBeLessThan(first.add({ hours: 2 }).epochMilliseconds)
    await depot.archiveAll()
    expect(depot.store.files.has(`archive/${before[0]!.id}`)).toBe(false)
    // The others' go as a whole.
    for (const { resident_id } of [bob, cem])
      await run(sql`select set_config('app.scope', 'all', false), erase_resident(${resident_id})`)
    await forgetErased(depot.work)
    expect((await files()).map(({ device_no }) => device_no)).toEqual([ada.device_no])
  })

  it('go when they are older than the retention, with their month [AR-3]', async () => {
    await archiveDays({ ...depot.work, retention: { readingsDays: 400, minutesDays: 500 } })
    expect(await files()).toHaveLength(1)
    await archiveDays({ ...depot.work, retention: { readingsDays: 400, minutesDays: 380 } })
    expect(await files()).toEqual([])
  })
})
