import { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { startDeidentifiedExport } from '@eupnea/contract/deidentified-exports.ts'
import { sql } from 'kysely'
import { extract } from 'tar-stream'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readParquetRows } from '../../tests/kit/read-parquet.ts'
import { type Depot, openDepot } from '../live/archive/archive.fixture.ts'
import { createLog } from '../platform/log.ts'
import { deidentifiedExportRoutes, runDeidentifiedExports } from './index.ts'

/** Days between which the facility's clock changed (AR-4). */

let depot: Depot
beforeAll(async () => {
  depot = await openDepot(() => deidentifiedExportRoutes)
})
afterAll(() => depot.close())

const minuteMs = 60_000

it('keeps one clock for all days, so that no change of it tells a date [AR-4]', async () => {
  const { owner, database, url } = depot.http
  const admin = await depot.http.asUser()
  const clinic_id = await depot.http.createClinic({ tz: 'Europe/Berlin' })
  const device = await depot.addDevice(clinic_id)
  await sql`with r as (
      insert into residents (clinic_id, first_name, last_name, room) values (${clinic_id}, 'Ada', 'Byron', '7') returning id
    ) insert into device_assignments (clinic_id, device_id, resident_id, since)
    select ${clinic_id}, ${device.id}, id, '2026-03-01T00:00:00Z'::timestamptz from r`.execute(owner)
  await sql`select keep_partitions('2026-03-27', '2026-03-31', '2026-01-01', '2026-01-01')`.execute(owner)
  // Summer time began at 01:00Z on the 29th.
  await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, n_dist, sum_dist, n_presence)
    select ${device.no}, (select no from clinics where id = ${clinic_id}), minute, 60, 60, 900, 60, 48, 60
    from generate_series('2026-03-28T00:00:00+01'::timestamptz, '2026-03-30T23:59:00+01', '1 minute') minute`.execute(
    owner,
  )
  const { export_id } = await admin.call(startDeidentifiedExport, {
    ...{ clinic_id, first_day: '2026-03-28', last_day: '2026-03-30' },
  })
  const origin = { database, actor: { type: 'job', name: 'test' }, log: createLog('silent') } as const
  await runDeidentifiedExports(origin, depot.archive)
  const { body } = await fetch(`${url}/api/deidentified-exports/${export_id}/file`, {
    headers: { authorization: `Bearer ${admin.token}` },
  })
  const days = new Map<string, number[]>()
  for await (const entry of Readable.fromWeb(body as never).pipe(extract())) {
    const content = await buffer(entry)
    const day = /^minutes\/.*\/(.*)\.parquet$/.exec(entry.header.name)?.[1]
    if (day)
      days.set(
        day,
        readParquetRows(content).map(({ ts }) => Number(ts)),
      )
  }
  // Three days of 24 hours, one after the other, each in the file of its date.
  expect([...days.values()].map((rows) => rows.length)).toEqual([1_440, 1_440, 1_440])
  for (const [day, rows] of days)
    expect(new Set(rows.map((ts) => new Date(ts).toISOString().slice(0, 10)))).toEqual(new Set([day]))
  const all = [...days.values()].flat().sort((a, b) => a - b)
  expect(all).toEqual(all.map((_, index) => all[0]! + index * minuteMs))
})
