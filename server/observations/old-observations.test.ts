import type { FhirBundle } from '@eupnea/contract/observations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { SignedInClient } from '../../tests/kit/portal.ts'
import { type Depot, openDepot } from '../live/archive/archive.fixture.ts'
import { readOldMinutesFrom } from '../live/archive/index.ts'
import { createSealer } from '../platform/seal.ts'
import type { observationResource } from './fhir-shapes.ts'
import { observationRoutes } from './index.ts'

/** Searches of several residents over months that have left the database (AR-3, FH-1). */

const month = Temporal.Now.plainDateISO('UTC').subtract({ days: 520 }).with({ day: 1 })
const end = month.add({ months: 2 })
/** Nobody was measured before `month`. */
const linked = month.subtract({ days: 60 })
const noons = Array.from({ length: month.until(end).days }, (_, days) =>
  month.add({ days }).toZonedDateTime({ timeZone: 'UTC', plainTime: '12:00' }).toInstant(),
)

let depot: Depot
let admin: SignedInClient
const residents: string[] = []
/** months of the files that were opened */
const opened: string[] = []

beforeAll(async () => {
  depot = await openDepot(() => observationRoutes({ baseUrl: () => depot.http.url, sealer: createSealer('secret') }))
  const { owner, databases } = depot.http
  admin = await depot.http.asUser()
  const clinic_id = await depot.http.createClinic()
  const [from, to] = [month.toString(), end.subtract({ days: 1 }).toString()]
  await sql`select keep_partitions(${from}::date, ${to}::date, current_date - 60, ${from}::date)`.execute(owner)
  for (const name of ['Ada', 'Bob']) {
    const device = await depot.addDevice(clinic_id)
    const id = await depot.http.createResident({ clinic_id, first_name: name })
    residents.push(id)
    await sql`insert into device_assignments (clinic_id, device_id, resident_id, since, until, linked_at)
      values (${clinic_id}, ${device.id}, ${id}, ${String(linked)}, ${String(end)}, ${String(linked)})`.execute(owner)
    await sql`insert into minutes (device_no, clinic_no, minute, n, n_rr, sum_rr, min_rr, max_rr, n_dist, sum_dist, n_presence)
      select ${device.no}, (select no from clinics where id = ${clinic_id}), minute, 60, 40, 560, 12, 19, 20, 16, 55
      from unnest(${noons.map(String)}::timestamptz[]) minute`.execute(owner)
  }
  await depot.archiveAll()
  const loadMinutes: Depot['archive']['loadMinutes'] = (file) => {
    opened.push(file.day)
    return depot.archive.loadMinutes(file)
  }
  readOldMinutesFrom({ ...depot.archive, loadMinutes }, databases)
}, 60_000)
afterAll(() => depot.close())

const search = async (query: string) => {
  const path = `/fhir/Observation?patient=${residents.join(',')}&_lastUpdated=ge${linked}&${query}`
  return (await admin.send('GET', path)).body as FhirBundle
}

it('gives what is oldest, or newest, without opening the files of other months [AR-3] [FH-1]', async () => {
  for (const [sort, day] of [
    ['date', month],
    ['-date', end.subtract({ months: 1 })],
  ] as const) {
    opened.length = 0
    expect((await search(`_count=10&_sort=${sort}`)).entry).toHaveLength(10)
    expect(new Set(opened)).toEqual(new Set([day.toString()]))
  }
})

it('goes on from page to page and month to month, by time and then by resident [AR-3] [FH-1]', async () => {
  const expected = noons.flatMap((noon) => residents.toSorted().map((id) => `${noon} Patient/${id}`))
  for (const sort of ['date', '-date']) {
    const found: string[] = []
    for (let page = await search(`_count=7&_sort=${sort}`); ; ) {
      for (const { resource } of page.entry ?? []) {
        const { effectiveDateTime, subject } = resource as unknown as ReturnType<typeof observationResource>
        found.push(`${effectiveDateTime} ${subject.reference}`)
      }
      const next = page.link.find(({ relation }) => relation === 'next')
      if (!next) break
      page = (await admin.send('GET', next.url.slice(`${depot.http.url}/api`.length))).body as FhirBundle
    }
    expect(found).toEqual(sort === 'date' ? expected : expected.toReversed())
  }
})
