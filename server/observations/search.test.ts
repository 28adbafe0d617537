import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import type { FhirBundle } from '@eupnea/contract/observations.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import { createSealer } from '../platform/seal.ts'
import { residentRoutes } from '../residents/index.ts'
import { observationRoutes } from './index.ts'

/** FHIR's searches: every parameter, prefix and modifier, pages, forms (FH-1). */

let portal: TestHttp
let nurse: SignedInClient
let clinic_id: string
const ids: Record<string, string> = {}
const first = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'floor' }).subtract({ hours: 30 })
const at = (minute: number) => first.add({ minutes: minute }).toString()

beforeAll(async () => {
  const sealer = createSealer('secret')
  portal = await startTestHttp([
    ...observationRoutes({ baseUrl: () => portal.url, sealer }),
    ...residentRoutes,
    ...deviceRoutes,
  ])
  const admin = await portal.asUser()
  clinic_id = await portal.createClinic({ name: 'Maple Court' })
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  for (const [name, more] of Object.entries({
    ada: { first_name: 'Ada', last_name: 'Byron', mrNo: 'MR1', dob: '1935-12-10', gender: 'female', room: '12' },
    zoe: { first_name: 'Zoë', last_name: 'Ångström', mrNo: 'MR,2', dob: '1940-01-31', gender: 'other', room: '13' },
    bo: { first_name: 'Bo', last_name: 'By', gender: 'male', room: '12' },
    cy: { first_name: 'Cy', last_name: 'Byrd', dob: '1935-12-11' },
  }))
    ids[name] = (await admin.call(saveResident, { clinic_id, ...more })).patient_id
  await sql`select keep_partitions(current_date - 3, current_date + 1, current_date - 3, current_date - 3)`.execute(
    portal.owner,
  )
  for (const name of ['ada', 'zoe']) {
    const { device_id } = await admin.call(createDevice, { clinic_id })
    ids[`${name}'s`] = device_id
    await admin.call(assignDevice, { device_id, patient_id: ids[name]!, status: 1 })
    await sql`insert into minutes select d.no, c.no, ${first}::timestamptz + n * interval '1 minute', 1, 1, 14, 14, 14, 1, 1, 1
      from devices d, clinics c, generate_series(0, 9) n where d.id = ${device_id} and c.id = ${clinic_id}`.execute(
      portal.owner,
    )
  }
  await sql`update device_assignments set since = now() - interval '2 days'`.execute(portal.owner)
})
afterAll(() => portal.close())

const bundle = async (path: string) => {
  const { status, body } = await nurse.send('GET', `/fhir/${path}`)
  expect(status, `${path}: ${JSON.stringify(body)}`).toBe(200)
  return body as FhirBundle
}
const entries = async (path: string) => ((await bundle(path)).entry ?? []).map(({ resource }) => resource)
const names = async (query: string) => {
  const known = new Map(Object.entries(ids).map(([name, id]) => [id, name]))
  return (await entries(`Patient?${query}`)).map(({ id }) => known.get(String(id)))
}
const sorted = async (query: string) => (await names(query)).toSorted()
const status = async (path: string) => (await nurse.send('GET', `/fhir/${path}`)).status
const encode = encodeURIComponent

it('finds patients by name, as FHIR compares text [FH-1]', async () => {
  expect(await names('family=zzzzqq')).toEqual([])
  expect(await sorted('family=by')).toEqual(['ada', 'bo', 'cy'])
  expect(await sorted('family:exact=By')).toEqual(['bo'])
  expect(await sorted('family:exact=by')).toEqual([])
  expect(await sorted('family:contains=YR')).toEqual(['ada', 'cy'])
  expect(await sorted('family=angstrom')).toEqual(['zoe'])
  expect(await sorted('given=zoe&family=ang')).toEqual(['zoe'])
  expect(await sorted('given=zoe,bo')).toEqual(['bo', 'zoe'])
  expect(await sorted('name=by')).toEqual(['ada', 'bo', 'cy'])
  expect(await sorted('name=ada%20by')).toEqual(['ada'])
  expect(await sorted('family=%25')).toEqual([])
  expect(await status('Patient?family:phonetic=by')).toBe(400)
})

it('finds patients by what identifies and describes them [FH-1]', async () => {
  const base = `${portal.url}/api/fhir/identifier`
  expect(await names('identifier=MR1')).toEqual(['ada'])
  expect(await names(`identifier=MR\\,2`)).toEqual(['zoe'])
  expect(await sorted(`identifier=MR1,${ids.bo}`)).toEqual(['ada', 'bo'])
  expect(await names(`identifier=${encode(`${base}/record-number/${clinic_id}|MR1`)}`)).toEqual(['ada'])
  expect(await names(`identifier=${encode(`${base}/resident|${ids.cy}`)}`)).toEqual(['cy'])
  expect(await names(`identifier=${encode('urn:other|MR1')}`)).toEqual([])
  expect(await names(`_id=${ids.bo}`)).toEqual(['bo'])
  expect(await names('gender=female')).toEqual(['ada'])
  expect(await names(`gender=${encode('http://hl7.org/fhir/administrative-gender|')}&_sort=family`)).toHaveLength(4)
  expect(await names('gender=unknown')).toEqual(['cy'])
  expect(await sorted(`organization=Organization/${clinic_id}&active=true`)).toHaveLength(4)
})

it('finds patients by date, of any precision, with each prefix [FH-1]', async () => {
  for (const [query, found] of [
    ['1935-12-10', ['ada']],
    ['1935-12', ['ada', 'cy']],
    ['1940', ['zoe']],
    ['ne1935', ['zoe']],
    ['gt1935-12-10', ['cy', 'zoe']],
    ['ge1935-12-10', ['ada', 'cy', 'zoe']],
    ['lt1935-12-11', ['ada']],
    ['le1935-12-11', ['ada', 'cy']],
    ['sa1935', ['zoe']],
    ['eb1940', ['ada', 'cy']],
    ['ap1936', ['ada', 'cy', 'zoe']],
    ['1935-12-10,1940-01-31', ['ada', 'zoe']],
    ['ge1935&birthdate=lt1940', ['ada', 'cy']],
  ] as const)
    expect(await sorted(`birthdate=${query}`), query).toEqual(found)
  expect(await names('birthdate:missing=true')).toEqual(['bo'])
  expect(await status('birthdate:missing=maybe'.replace(/^/, 'Patient?'))).toBe(400)
  expect(await status('Patient?birthdate=1935-13')).toBe(400)
  const [{ meta }] = (await entries(`Patient?_id=${ids.ada}`)) as unknown as [{ meta: { lastUpdated: string } }]
  expect(await names(`_id=${ids.ada}&_lastUpdated=${meta.lastUpdated}`)).toEqual(['ada'])
  expect(await names(`_id=${ids.ada}&_lastUpdated=gt${meta.lastUpdated}`)).toEqual([])
  expect(await sorted(`_lastUpdated=ge${first}`)).toHaveLength(4)
})

it('sorts, counts, and pages truly while people come and go [FH-1]', async () => {
  expect(await names('_sort=family')).toEqual(['zoe', 'bo', 'cy', 'ada'])
  expect(await names('_sort=-birthdate,given')).toEqual(['zoe', 'cy', 'ada', 'bo'])
  expect(await status('Patient?_sort=shoe')).toBe(400)
  expect(await bundle('Patient?family=by&_summary=count')).toMatchObject({ total: 3 })
  expect((await bundle('Patient?_count=0')).entry).toBeUndefined()
  const many = await bundle('Patient?_count=5000')
  expect(many.entry).toHaveLength(4)
  expect(many.link[0]!.url).toContain('_count=1000')
  for (const count of ['', '0x2', '1e3', '-1', 'x'])
    expect([count, await status(`Patient?_count=${count}`)]).toEqual([count, 400])

  const page = await bundle('Patient?_sort=family&_count=2')
  expect(page.entry!.map(({ resource }) => resource.id)).toEqual([ids.zoe, ids.bo])
  await sql`update residents set status = 0 where id = ${ids.zoe}`.execute(portal.owner)
  const next = page.link.find(({ relation }) => relation === 'next')!.url
  expect(next).not.toContain('family')
  const rest = await bundle(next.slice(`${portal.url}/api/fhir/`.length))
  expect(rest.entry!.map(({ resource }) => resource.id)).toEqual([ids.cy, ids.ada])
  expect(rest.link.map(({ relation }) => relation)).toEqual(['self'])
  await sql`update residents set status = 1 where id = ${ids.zoe}`.execute(portal.owner)
  expect(await status(`${next.slice(`${portal.url}/api/fhir/`.length)}&family=x`)).toBe(400)
  expect(await status('Patient?_page=abc')).toBe(400)
})

it('refuses who accepts no JSON, unless `_format` asks for it [FH-1]', async () => {
  const asked = async (accept: string, query = '') => {
    const headers = { authorization: `Bearer ${nurse.token}`, accept }
    const answer = await fetch(`${portal.url}/api/fhir/Patient${query}`, { headers })
    return [answer.status, answer.headers.get('content-type')?.split(';')[0]]
  }
  const json = 'application/fhir+json'
  for (const accept of [
    '',
    '*/*',
    json,
    'text/html, application/json;q=0.1',
    'application/*;q=0.5',
    'Application/FHIR+JSON; fhirVersion=4.0',
    'application/json+fhir',
  ])
    expect([accept, ...(await asked(accept))]).toEqual([accept, 200, json])
  for (const accept of ['application/fhir+xml', 'text/html, text/plain', 'application/json;q=0, application/xml'])
    expect([accept, ...(await asked(accept))]).toEqual([accept, 406, json])
  expect(await asked('application/fhir+xml', '?_format=json')).toEqual([200, json])
})

it('takes a search as a form, and shows none of it in an address [FH-1]', async () => {
  const post = async (type: string, body: string, query = '') => {
    const answer = await fetch(`${portal.url}/api/fhir/${type}/_search${query}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${nurse.token}`, 'content-type': 'application/x-www-form-urlencoded' },
      body,
    })
    return { status: answer.status, body: (await answer.json()) as FhirBundle }
  }
  const { status: done, body } = await post('Patient', 'family=by&_count=1&_sort=family')
  expect(done).toBe(200)
  expect(body.total).toBe(3)
  expect(JSON.stringify(body.link)).not.toContain('family')
  const self = body.link.find(({ relation }) => relation === 'self')!.url.slice(`${portal.url}/api/fhir/`.length)
  expect((await entries(self)).map(({ id }) => id)).toEqual([ids.bo])
  const between = `date=ge${at(2)}&date=lt${at(4)}`
  expect((await post('Observation', between, `?patient=${ids.ada}`)).body.entry).toHaveLength(2)
  expect((await post('Patient', 'family=by', '?nonsense=1')).status).toBe(400)
  expect((await post('Patient', 'family=by', '?family=x')).status).toBe(400)
  expect((await post('Patient', 'nonsense=1')).status).toBe(400)
})

it('finds observations from either end, of several patients [FH-1]', async () => {
  const minutes = async (query: string) =>
    (await entries(`Observation?${query}`)).map(({ effectiveDateTime }) => effectiveDateTime)
  expect(await minutes(`patient=${ids.ada}&_sort=-date&_count=1`)).toEqual([at(9)])
  expect(await minutes(`subject=Patient/${ids.ada}&_sort=date&_count=1`)).toEqual([at(0)])
  expect(await minutes(`patient=${ids.ada}&date=gt${at(7)}`)).toEqual([at(8), at(9)])
  expect(await minutes(`patient=${ids.ada}&date=sa${at(8)}`)).toEqual([at(9)])
  expect(await minutes(`patient=${ids.ada}&date=eb${at(1)}`)).toEqual([at(0)])
  expect(await minutes(`patient=${ids.ada}&date=ne${at(3)}`)).toHaveLength(9)
  expect(await minutes(`patient=${ids.ada}&date=${at(0).slice(0, 7)},${at(9).slice(0, 7)}`)).toHaveLength(10)
  expect(await minutes(`patient=${ids.ada}&_lastUpdated=le${at(2)}`)).toEqual([at(0), at(1)])
  expect(await minutes(`patient=${ids.ada},${ids.zoe}&date=${at(3)}`)).toEqual([at(3), at(3)])
  expect(await minutes(`patient=${ids.ada}&subject=${ids.zoe}`)).toEqual([])
  expect(await bundle(`Observation?patient=${ids.ada},${ids.zoe}&_summary=count`)).toMatchObject({ total: 20 })
  expect(await status('Observation?code=9279-1')).toBe(400)
  expect(await status(`Observation?patient=${ids.ada}&date:missing=true`)).toBe(400)

  const seen: unknown[] = []
  let path: string | undefined = `Observation?patient=${ids.ada},${ids.zoe}&_sort=-date&_count=3`
  while (path) {
    const page: FhirBundle = await bundle(path)
    seen.push(...page.entry!.map(({ resource }) => resource.id))
    path = page.link.find(({ relation }) => relation === 'next')?.url.slice(`${portal.url}/api/fhir/`.length)
  }
  expect(seen).toHaveLength(20)
  expect(new Set(seen).size).toBe(20)
  const [found] = await entries(`Observation?_id=${seen[0]}`)
  expect(found!.id).toBe(seen[0])
  expect((await nurse.send('GET', `/fhir/Observation/${seen[0]}`)).body).toEqual(found)
})

it('says of a minute when a late reading changed it [FH-1]', async () => {
  await sql`update minutes set late_at = ${first.add({ hours: 5 })} where minute = ${at(4)}
    and device_no = (select no from devices where id = ${ids["ada's"]})`.execute(portal.owner)
  const found = await entries(`Observation?patient=${ids.ada}&_lastUpdated=gt${first.add({ hours: 1 })}`)
  expect(found.map(({ effectiveDateTime }) => effectiveDateTime)).toEqual([at(4)])
})

it('reads the facility, rooms and sensors that others name [FH-1]', async () => {
  const [device] = await entries(`Device?patient=${ids.ada}`)
  expect(device).toMatchObject({
    ...{ resourceType: 'Device', id: ids["ada's"], status: 'active' },
    patient: { reference: `Patient/${ids.ada}` },
    owner: { reference: `Organization/${clinic_id}` },
  })
  const { reference } = device!.location as { reference: string }
  expect((await nurse.send('GET', `/fhir/${reference}`)).body).toMatchObject({ resourceType: 'Location', name: '12' })
  expect((await entries('Location?_sort=-name')).map(({ name }) => name)).toEqual(['13', '12'])
  expect((await nurse.send('GET', `/fhir/Organization/${clinic_id}`)).body).toMatchObject({ name: 'Maple Court' })
  expect(await entries('Organization?name=maple')).toHaveLength(1)
  const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  for (const path of [reference, `Organization/${clinic_id}`, `Device/${device!.id}`])
    expect((await stranger.send('GET', `/fhir/${path}`)).status).toBe(404)
})
