import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import {
  type DeidentifiedExport,
  deleteDeidentifiedExport,
  listDeidentifiedExports,
  startDeidentifiedExport,
} from '@eupnea/contract/deidentified-exports.ts'
import { eraseResident, eraseUser } from '@eupnea/contract/privacy.ts'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { readParquetRows } from '../../tests/kit/read-parquet.ts'
import { untilWaiting } from '../../tests/kit/waiting.ts'
import { type Depot, daysAgo, openDepot, readingsFrom } from '../live/archive/archive.fixture.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { privacyRoutes } from '../privacy/index.ts'
import { startEncoder } from './encoder.ts'
import { deidentifiedExportRoutes, removeOldDeidentifiedExports, runDeidentifiedExports } from './index.ts'
import { makePiece } from './make-piece.ts'

/** What researchers get of a facility, and what they don't (AR-4). */

let depot: Depot
let admin: SignedInClient
let clinic_id: string
const dayText = (days: number) => new Date(daysAgo(days)).toISOString().slice(0, 10)
/** Everything by which a resident, sensor, facility or colleague could be known. */
const identifiers: string[] = []

const run = async <T>(statement: ReturnType<typeof sql<T>>) => (await statement.execute(depot.http.owner)).rows
const origin = () =>
  ({ database: depot.http.database, actor: { type: 'job', name: 'test' }, log: createLog('silent') }) as const
const make = () => runDeidentifiedExports(origin(), depot.archive)
const list = async (): Promise<readonly DeidentifiedExport[]> => (await admin.call(listDeidentifiedExports, {})).items

async function lay(first: string, last: string, dob: string) {
  const device = await depot.addDevice(clinic_id)
  const [names] = await run(sql<{ uid: string; id: string }>`select uid, id from devices where no = ${device.no}`)
  const values = {
    first_name: first,
    last_name: last,
    room: `Room-${last}`,
    floor: `Floor-${last}`,
    mr_no: `MRN-${last}`,
  }
  const [resident] = await run(sql<{
    id: string
  }>`insert into residents (clinic_id, first_name, last_name, room, floor, mr_no, dob, gender)
    values (${clinic_id}, ${first}, ${last}, ${values.room}, ${values.floor}, ${values.mr_no}, ${dob}, 'female') returning id`)
  await run(sql`insert into device_assignments (clinic_id, device_id, resident_id, since)
    values (${clinic_id}, ${device.id}, ${resident!.id}, ${new Date(daysAgo(30)).toISOString()}::timestamptz)`)
  await run(sql`insert into resident_flag_logs (clinic_id, resident_id, status, note, created_by)
    values (${clinic_id}, ${resident!.id}, 2, 'Restless-since-Tuesday', 'nurse@house.example')`)
  identifiers.push(...Object.values(values), dob, resident!.id, names!.uid, names!.id)
  return { ...device, resident_id: resident!.id }
}

const measure = (device_no: number, days: number) =>
  run(sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence, late_at)
    select ${device_no}, (select no from clinics where id = ${clinic_id}), ${dayText(days)}::date + i * interval '1 minute',
      60, 40, 560, 12, 19, 20, 16, 55, now() from generate_series(0, 99) i`)

/** The files of an export by name. */
async function download(export_id: string): Promise<Map<string, Buffer>> {
  const answer = await fetch(`${depot.http.url}/api/deidentified-exports/${export_id}/file`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/x-tar'])
  const files = new Map<string, Buffer>()
  for await (const entry of Readable.fromWeb(answer.body as never).pipe(extract()))
    files.set(entry.header.name, await buffer(entry))
  return files
}

beforeAll(async () => {
  depot = await openDepot(() => [...deidentifiedExportRoutes, ...privacyRoutes])
  admin = await depot.http.asUser({ email: 'chief-of-research@house.example' })
  clinic_id = await depot.http.createClinic({ name: 'Seaview-House', tz: 'Asia/Tokyo' })
  await run(sql`select keep_partitions(current_date - 20, current_date, current_date - 400, current_date - 400)`)
  const [clinic] = await run(sql<{ slug: string; no: number }>`select slug, no from clinics where id = ${clinic_id}`)
  identifiers.push(
    clinic_id,
    clinic!.slug,
    'Seaview-House',
    'Tokyo',
    'chief-of-research',
    'Restless-since-Tuesday',
    admin.userId,
  )
  const ada = await lay('Ada-Augusta', 'Byronova', '1930-12-10')
  const bea = await lay('Beatrice', 'Potterova', `${new Date().getFullYear() - 73}-01-01`)
  // These hours of a day in UTC are of the same day there.
  for (const [device, days] of [
    [ada, 6],
    [ada, 5],
    [bea, 5],
  ] as const) {
    await depot.write(device.no, readingsFrom(daysAgo(days, 10), 300))
    await measure(device.no, days)
  }
  // Some in files, some in the database.
  await depot.archiveAll()
  await depot.write(ada.no, readingsFrom(daysAgo(1, 10), 50))
}, 60_000)
afterAll(() => depot.close())

it('counts the days of which the archive is damaged, and gives the rest [AR-4] [AR-3]', async () => {
  const files = depot.store.files as Map<string, Buffer>
  const whole = [...files].filter(([key]) => key.startsWith('archive/'))
  for (const [key, bytes] of whole) files.set(key, Buffer.from(bytes.map((byte, at) => (at === 40 ? byte ^ 1 : byte))))
  const days = { clinic_id, first_day: dayText(7), last_day: dayText(1) }
  await admin.call(startDeidentifiedExport, days)
  await make()
  expect(await list()).toMatchObject([{ state: 'done', rows: 50 + 300, unreadable: 3 }])
  for (const [key, bytes] of whole) files.set(key, bytes)
  await run(sql`delete from deidentified_exports`)
})

it('gives every measurement of a facility under random names and on other days, with a description of each column [AR-4]', async () => {
  const { export_id } = await admin.call(startDeidentifiedExport, {
    clinic_id,
    first_day: dayText(7),
    last_day: dayText(1),
  })
  expect(await list()).toMatchObject([{ export_id, state: 'running', clinic_name: 'Seaview-House', expires_at: null }])
  await make()
  expect(await list()).toMatchObject([{ state: 'done', residents: 2, rows: 950 + 300, unreadable: 0, progress: 1 }])
  const files = await download(export_id)
  const rowsOf = (kind: string) =>
    [...files].filter(([name]) => name.startsWith(kind)).flatMap(([, bytes]) => readParquetRows(bytes))
  const residents = rowsOf('residents')
  expect(residents.map(({ age_band, sex }) => [age_band, sex]).sort()).toEqual([
    ['70-74', 'female'],
    ['90+', 'female'],
  ])
  const eldest = residents.find(({ age_band }) => age_band === '90+')!.resident
  const readings = rowsOf('readings')
  expect(readings).toHaveLength(950)
  const hers = readings.filter(({ resident }) => resident === eldest).sort((a, b) => Number(a.ts) - Number(b.ts))
  const sent = [
    ...readingsFrom(daysAgo(6, 10), 300),
    ...readingsFrom(daysAgo(5, 10), 300),
    ...readingsFrom(daysAgo(1, 10), 50),
  ]
  expect(hers.map(({ rr, dist, is_moving }) => [rr, dist, is_moving])).toEqual(
    sent.map(({ rr, dist, is_moving }) => [
      rr === null ? null : expect.closeTo(rr, 4),
      dist === null ? null : expect.closeTo(dist, 4),
      is_moving,
    ]),
  )
  // The same number of whole days for all of hers, and the facility's time of day.
  const shifts = new Set(hers.map(({ ts }, index) => sent[index]!.ts - Number(ts)))
  expect(shifts.size).toBe(1)
  const [shift] = [...shifts]
  const days = (shift! + 9 * 3_600_000) / 86_400_000
  expect([Number.isInteger(days), days > 0]).toEqual([true, true])
  const minutes = rowsOf('minutes')
  expect(minutes).toHaveLength(300)
  expect(minutes[0]).toMatchObject({
    n: 60,
    n_rr: 40,
    sum_rr: 560,
    min_rr: 12,
    max_rr: 19,
    n_dist: 20,
    sum_dist: 16,
    n_presence: 55,
  })
  expect(minutes[0]).not.toHaveProperty('late_at')

  // Each column that there is, and no other.
  const dictionary = JSON.parse(String(files.get('dictionary.json'))) as {
    notes: string[]
    files: { name: string; columns: { name: string; description: string }[] }[]
  }
  for (const { name, columns } of dictionary.files) {
    const [row] = rowsOf(name.split(/[/.]/)[0]!)
    expect(Object.keys(row!), name).toEqual(columns.map((column) => column.name))
    for (const { name: column, description } of columns) {
      expect(description.length).toBeGreaterThan(5)
      expect(String(files.get('README.md'))).toContain(`\`${column}\``)
    }
  }
  expect(dictionary.notes.join(' ')).toContain('fewer than 20')

  // Nothing by which somebody is known, as it is stored and as it is read.
  const { no } = (await run(sql<{ no: number }>`select no from clinics where id = ${clinic_id}`))[0]!
  const told = [
    ...[...files].flatMap(([name, bytes]) => [name, bytes.toString('latin1')]),
    ...[...readings, ...minutes, ...residents].map((row) =>
      JSON.stringify(row, (key, value) => (key === 'ts' ? new Date(Number(value)).toISOString() : value)),
    ),
  ].join('\n')
  for (const identifier of identifiers) expect(told.toLowerCase(), identifier).not.toContain(identifier.toLowerCase())
  expect(told).not.toContain(`"clinic_no":${no}`)
  // And nobody can find out who is who.
  expect(await run(sql`select from deidentified_export_residents`)).toEqual([])
})

it('is deleted on demand and some days after it was made; whoever isn’t an administrator gets none [AR-4]', async () => {
  const [made] = await list()
  const staff = await depot.http.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const path = `/deidentified-exports/${made!.export_id}/file`
  expect((await staff.send('GET', path)).status).toBe(403)
  expect(
    (await staff.refused(startDeidentifiedExport, { clinic_id, first_day: dayText(7), last_day: dayText(2) })).status,
  ).toBe(403)
  const acts = await run(sql<{ act: string }>`select act from audit_entries where act like 'deidentified%' order by id`)
  expect(new Set(acts.map(({ act }) => act))).toEqual(
    new Set(['deidentified-export.start', 'deidentified-export.list', 'deidentified-export.download']),
  )
  await run(sql`update deidentified_exports set ended_at = now() - interval '6 days 23 hours 59 minutes'`)
  await withCtx(origin(), removeOldDeidentifiedExports)
  expect(await list()).toHaveLength(1)
  await run(sql`update deidentified_exports set ended_at = now() - interval '7 days 1 minute'`)
  await withCtx(origin(), removeOldDeidentifiedExports)
  expect(await list()).toEqual([])
  expect((await admin.send('GET', path)).status).toBe(404)
  expect(await run(sql`select from deidentified_export_files`)).toEqual([])

  const { export_id } = await admin.call(startDeidentifiedExport, {
    clinic_id,
    first_day: dayText(5),
    last_day: dayText(5),
  })
  await admin.call(deleteDeidentifiedExport, { export_id })
  await make()
  expect(await list()).toEqual([])
})

it('refuses days that are wrong, not over, too many, without anybody or with too much to export [AR-4]', async () => {
  const refusal = async (first_day: string, last_day: string) => {
    const { status, body } = await admin.refused(startDeidentifiedExport, { clinic_id, first_day, last_day })
    return [status, body.field]
  }
  expect(await refusal(dayText(3), dayText(4))).toEqual([422, 'last_day'])
  expect(await refusal(dayText(3), dayText(-1))).toEqual([422, 'last_day'])
  expect(await refusal(dayText(400), dayText(2))).toEqual([422, 'last_day'])
  expect(await refusal(dayText(60), dayText(50))).toEqual([422, 'first_day'])
  // How large it will be is known before anything is made: one day is far too large.
  await run(sql`update archive_files set bytes = bytes + 2000000000
    where id = (select id from archive_files where kind = 'readings' and state = 'current' order by day limit 1)`)
  expect(await refusal(dayText(7), dayText(2))).toEqual([422, 'last_day'])
  const { export_id } = await admin.call(startDeidentifiedExport, {
    clinic_id,
    first_day: dayText(5),
    last_day: dayText(5),
  })
  await admin.call(deleteDeidentifiedExport, { export_id })
})

it('loses whoever is erased before it is finished, and the name of whoever asked for it once they are erased [AR-4] [PR-1]', async () => {
  const cora = await lay('Cora', 'Vanishova', '1940-05-05')
  await depot.write(cora.no, readingsFrom(daysAgo(4, 10), 300))
  const asking = await depot.http.asUser()
  await run(sql`update users set name = 'Otto Askerov' where id = ${asking.userId}`)
  const { export_id } = await asking.call(startDeidentifiedExport, {
    clinic_id,
    first_day: dayText(4),
    last_day: dayText(4),
  })
  const files = () => run(sql<{ name: string }>`select name from deidentified_export_files order by name`)
  const encoder = startEncoder()
  try {
    // The others have no readings of that day.
    while ((await files()).length === 0)
      expect(await withCtx(origin(), (ctx) => makePiece(ctx, { archive: depot.archive, encoder }, export_id))).toBe(
        true,
      )
  } finally {
    await encoder.close()
  }
  await run(sql`update device_assignments set until = now() where resident_id = ${cora.resident_id}`)
  await run(sql`update residents set status = 2 where id = ${cora.resident_id}`)
  await admin.call(eraseResident, { patient_id: cora.resident_id })
  expect(await files()).toEqual([])
  await make()
  expect([...(await download(export_id)).keys()].sort()).toEqual(['README.md', 'dictionary.json', 'residents.parquet'])
  expect((await list())[0]).toMatchObject({ state: 'done', created_by: 'Otto Askerov' })
  await admin.call(eraseUser, { user_id: asking.userId })
  expect((await list())[0]).toMatchObject({ created_by: 'Erased' })
})

it('is made without somebody whose erasure had begun before it was [AR-4] [PR-1]', async () => {
  const [dora, evan] = [await lay('Dora', 'Vanishova', '1941-05-05'), await lay('Evan', 'Stayhere', '1942-05-05')]
  for (const { no } of [dora, evan]) await depot.write(no, readingsFrom(daysAgo(4, 10), 300))
  await run(sql`update device_assignments set until = now() where resident_id = ${dora.resident_id}`)
  await run(sql`update residents set status = 2 where id = ${dora.resident_id}`)
  const day = dayText(4)
  const { export_id } = await admin.call(startDeidentifiedExport, { clinic_id, first_day: day, last_day: day })
  const erased = await depot.http.owner.transaction().execute(async (erasing) => {
    await sql`select set_config('app.scope', 'all', true), erase_resident(${dora.resident_id})`.execute(erasing)
    const making = make()
    await untilWaiting(depot.http.owner, making)
    return { making }
  })
  await erased.making
  expect((await list())[0]).toMatchObject({ export_id, state: 'done', error: null })
})

it('says that there is no data once everyone in it was erased before it was begun [AR-4] [PR-1]', async () => {
  const day = dayText(4)
  const { export_id } = await admin.call(startDeidentifiedExport, { clinic_id, first_day: day, last_day: day })
  await run(sql`update device_assignments set until = now() where clinic_id = ${clinic_id} and until is null`)
  const everyone = await run(
    sql<{ id: string }>`update residents set status = 2 where clinic_id = ${clinic_id} returning id`,
  )
  for (const { id } of everyone) await admin.call(eraseResident, { patient_id: id })
  await make()
  expect((await list())[0]).toMatchObject({ export_id, state: 'failed', error: 'No data for these days' })
})
