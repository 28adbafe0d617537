import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { type FhirBundle, listFhirObservations, listFhirPatients } from '@eupnea/contract/observations.ts'
import { saveResident } from '@eupnea/contract/residents.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Client, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { deviceRoutes } from '../devices/index.ts'
import { createSealer } from '../platform/seal.ts'
import { residentRoutes } from '../residents/index.ts'
import { observationRoutes } from './index.ts'

/** What an EHR reads from the portal, as FHIR R4 (EH-2). */

let portal: TestHttp
let nurse: SignedInClient
let clinic_id: string
let patient_id: string
let device_id: string
/** three hours ago, at the full minute */
const first = Temporal.Now.instant().round({ smallestUnit: 'minute', roundingMode: 'floor' }).subtract({ hours: 3 })
const minutes = 25

beforeAll(async () => {
  portal = await startTestHttp([
    ...observationRoutes({ baseUrl: () => portal.url, sealer: createSealer('secret') }),
    ...residentRoutes,
    ...deviceRoutes,
  ])
  const admin = await portal.asUser()
  clinic_id = await portal.createClinic()
  nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  const names = { first_name: 'Ada', last_name: 'Byron', mrNo: 'MR1', dob: '1935-12-10', gender: 'female' }
  patient_id = (await admin.call(saveResident, { clinic_id, ...names })).patient_id
  device_id = (await admin.call(createDevice, { clinic_id })).device_id
  await admin.call(assignDevice, { device_id, patient_id, status: 1 })
  await sql`update device_assignments set since = now() - interval '1 day'`.execute(portal.owner)
  await sql`select keep_partitions(current_date - 2, current_date + 1, current_date - 2, current_date - 2)`.execute(
    portal.owner,
  )
  for (let index = 0; index < minutes; index++)
    // The fifth has no valid rate.
    await sql`insert into minutes select d.no, c.no, ${first.add({ minutes: index })}, 1, ${index === 4 ? 0 : 1},
      ${index === 4 ? 0 : 14.126 + index}, 1, 40, 1, 1, 1 from devices d, clinics c
      where d.id = ${device_id} and c.id = ${clinic_id}`.execute(portal.owner)
})
afterAll(() => portal.close())

/** FHIR R4's requirements for every resource: a valid id, and nothing empty. */
function expectFhir(value: unknown, path = ''): void {
  expect(value, path).not.toBe(null)
  expect(value, path).not.toBe('')
  if (Array.isArray(value)) expect(value.length, path).toBeGreaterThan(0)
  if (typeof value !== 'object' || value === null) return
  const { id, resourceType } = value as { id?: string; resourceType?: string }
  if (resourceType && id !== undefined) expect(id, path).toMatch(/^[A-Za-z0-9.-]{1,64}$/)
  if (!Array.isArray(value)) expect(Object.keys(value).length, path).toBeGreaterThan(0)
  for (const [key, held] of Object.entries(value)) expectFhir(held, `${path}.${key}`)
}

const quantity = (value: number) => ({
  value,
  unit: 'breaths/minute',
  system: 'http://unitsofmeasure.org',
  code: '/min',
})
const interpretation = (code: string, display: string) => ({
  system: 'http://terminology.hl7.org/CodeSystem/v3-ObservationInterpretation',
  code,
  display,
})

/** All pages, following links as a client does. */
async function follow(path: string): Promise<FhirBundle[]> {
  const pages: FhirBundle[] = []
  for (let next: string | undefined = path; next; ) {
    const { body, status, headers } = await nurse.send('GET', next)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
    const bundle = body as FhirBundle
    expectFhir(bundle)
    pages.push(bundle)
    next = bundle.link.find(({ relation }) => relation === 'next')?.url.slice(`${portal.url}/api`.length)
  }
  return pages
}

it('says what it can do to everybody [EH-2]', async () => {
  const { body, headers } = await portal.anonymous.send('GET', '/fhir/metadata')
  expect(headers.get('content-type')).toMatch(/^application\/fhir\+json/)
  expectFhir(body)
  expect(body).toMatchObject({
    ...{ resourceType: 'CapabilityStatement', status: 'active', kind: 'instance', fhirVersion: '4.0.1' },
  })
  const [rest] = (body as { rest: { resource: { type: string; searchParam?: { name: string }[] }[] }[] }).rest
  const searchable = rest!.resource.filter(({ searchParam }) => searchParam)
  expect(searchable.map(({ type }) => type)).toEqual(['Patient', 'Observation', 'Organization', 'Device', 'Location'])
  // Each parameter that it names works.
  const samples: Record<string, string> = { birthdate: '1935', date: '2026', _lastUpdated: 'ge2026', active: 'true' }
  for (const { type, searchParam } of searchable)
    for (const { name } of searchParam!) {
      const needed = type === 'Observation' && !['patient', 'subject', '_id'].includes(name) ? 'patient=x&' : ''
      const { status } = await nurse.send('GET', `/fhir/${type}?${needed}${name}=${samples[name] ?? 'x'}`)
      expect(status, `${type} ${name}`).toBe(200)
    }
})

it('gives the respiration rate of each minute, page by page, oldest first [EH-2]', async () => {
  const pages = await follow(`/fhir/Observation?patient=Patient/${patient_id}&_count=10`)
  expect(pages.map(({ entry }) => entry?.length)).toEqual([10, 10, 5])
  const all = pages.flatMap(({ entry }) => entry!.map(({ resource }) => resource))
  expect(new Set(all.map(({ id }) => id)).size).toBe(25)
  expect(all[0]).toEqual({
    resourceType: 'Observation',
    id: `rr-${first.epochMilliseconds / 60_000}-${patient_id}`,
    meta: {
      lastUpdated: first.add({ minutes: 1 }).toString(),
      profile: [
        'http://hl7.org/fhir/StructureDefinition/resprate',
        'http://hl7.org/fhir/StructureDefinition/vitalsigns',
        'http://hl7.org/fhir/us/core/StructureDefinition/us-core-respiratory-rate',
      ],
    },
    status: 'final',
    category: [
      {
        coding: [
          {
            ...{ code: 'vital-signs', display: 'Vital Signs' },
            system: 'http://terminology.hl7.org/CodeSystem/observation-category',
          },
        ],
      },
    ],
    code: {
      coding: [{ system: 'http://loinc.org', code: '9279-1', display: 'Respiratory rate' }],
      text: 'Respiratory rate',
    },
    subject: { reference: `Patient/${patient_id}`, type: 'Patient' },
    effectiveDateTime: first.toString(),
    valueQuantity: { value: 14.13, unit: 'breaths/minute', system: 'http://unitsofmeasure.org', code: '/min' },
    interpretation: [{ coding: [interpretation('N', 'Normal')] }],
    referenceRange: [{ low: quantity(12), high: quantity(22) }],
    device: {
      reference: `Device/${device_id}`,
      type: 'Device',
      identifier: { system: `${portal.url}/api/fhir/identifier/device`, value: device_id },
    },
  })
})

/** @returns status and code of an OperationOutcome, which is what FHIR's errors are */
async function outcomeOf(
  method: string,
  path: string,
  client: Client = nurse,
): Promise<{ status: number; code: string; text: string }> {
  const { status, headers, body } = await client.send(method, path)
  expect(headers.get('content-type')).toBe('application/fhir+json; charset=utf-8')
  expectFhir(body)
  const { resourceType, issue } = body as { resourceType: string; issue: { code: string; details: { text: string } }[] }
  expect(resourceType).toBe('OperationOutcome')
  return { status, code: issue[0]!.code, text: issue[0]!.details.text }
}

it('refuses what it does not know, so that nobody gets somebody else [FH-1]', async () => {
  for (const path of [
    '/fhir/Patient?nonsense=zzzzqq',
    '/fhir/Patient?identifier=MR1&favourite=x',
    `/fhir/Patient/${patient_id}?_elements=name`,
    `/fhir/Observation?patient=${patient_id}&encounter=1`,
    '/fhir/metadata?mode=full',
  ])
    expect(await outcomeOf('GET', path)).toMatchObject({ status: 400, code: 'not-supported' })
})

it('says what went wrong as OperationOutcomes [FH-1]', async () => {
  expect(await outcomeOf('GET', '/fhir/Patient/nobody')).toEqual({
    status: 404,
    code: 'not-found',
    text: 'Patient not found',
  })
  expect(await outcomeOf('GET', '/fhir/Encounter')).toMatchObject({ status: 404, code: 'not-found' })
  expect(await outcomeOf('PUT', '/fhir/Patient')).toMatchObject({ status: 405, code: 'not-supported' })
  expect(await outcomeOf('GET', '/fhir/Patient', portal.anonymous)).toMatchObject({ status: 401, code: 'login' })
  const member = await portal.asUser({ groups: ['member'] })
  expect(await outcomeOf('GET', '/fhir/Patient', member)).toMatchObject({ status: 403, code: 'forbidden' })
  expect(await outcomeOf('GET', '/fhir/%zz')).toMatchObject({ status: 400, code: 'invalid' })
})

describe('date', () => {
  const starts = async (query: string) =>
    (await follow(`/fhir/Observation?patient=${patient_id}&${query}`)).flatMap(({ entry }) =>
      (entry ?? []).map(({ resource }) => String(resource.effectiveDateTime)),
    )
  const at = (index: number) => first.add({ minutes: index }).toString()

  it('narrows to a range, an instant or a day [EH-2]', async () => {
    expect(await starts(`date=ge${at(2)}&date=lt${at(4)}`)).toEqual([at(2), at(3)])
    expect(await starts(`date=gt${at(22)}`)).toEqual([at(23), at(24)])
    expect(await starts(`date=le${at(0)}`)).toEqual([at(0)])
    expect(await starts(`date=${at(7)}`)).toEqual([at(7)])
    for (const none of ['2020-01-01', 'lt0000-01-01', 'gt9999-12-31']) expect(await starts(`date=${none}`)).toEqual([])
    const days = [...new Set([at(0), at(24)].map((instant) => instant.slice(0, 10)))]
    const all = await Promise.all(days.map((day) => starts(`date=${day}`)))
    expect(all.flat()).toHaveLength(25)
  })

  it('that does not exist is refused [EH-2]', async () => {
    for (const date of ['2026-02-30', 'yesterday', 'ge', 'xx2026', '2026-01-01T25:00:00Z'])
      expect(await outcomeOf('GET', `/fhir/Observation?patient=${patient_id}&date=${date}`)).toMatchObject({
        status: 400,
        code: 'invalid',
      })
  })
})

it('has no other observations [EH-2]', async () => {
  for (const [query, found] of [
    ['code=http://loinc.org|9279-1', 25],
    ['code=8867-4', 0],
    ['category=vital-signs', 25],
    ['category=laboratory', 0],
  ] as const) {
    const pages = await follow(`/fhir/Observation?patient=${patient_id}&${query}`)
    expect(pages.flatMap(({ entry }) => entry ?? [])).toHaveLength(found)
  }
})

it('shows patients, by record number and facility, without those who were deleted [EH-2]', async () => {
  await nurse.call(saveResident, { clinic_id, first_name: 'Alan', last_name: 'Turing', gender: 'elsewhere' })
  const gone = await nurse.call(saveResident, { clinic_id, first_name: 'No', last_name: 'Body' })
  await sql`update residents set status = 0 where id = ${gone.patient_id}`.execute(portal.owner)
  const pages = await follow(`/fhir/Patient?organization=${clinic_id}&_count=1`)
  expect(pages).toHaveLength(2)
  expect(pages[0]!.total).toBe(2)
  const [found] = (await follow('/fhir/Patient?identifier=MR1'))[0]!.entry!
  expect(found!.resource).toMatchObject({
    ...{ resourceType: 'Patient', id: patient_id, active: true, gender: 'female', birthDate: '1935-12-10' },
    name: [{ use: 'official', family: 'Byron', given: ['Ada'], text: 'Ada Byron' }],
    identifier: [
      { system: `${portal.url}/api/fhir/identifier/resident`, value: patient_id },
      {
        type: { coding: [{ code: 'MR' }] },
        system: `${portal.url}/api/fhir/identifier/record-number/${clinic_id}`,
        value: 'MR1',
      },
    ],
  })
  const { body } = await nurse.send('GET', `/fhir/Patient/${patient_id}`)
  expect(body).toEqual(found!.resource)
})

it('refuses a record number that no record has, for it cannot be stored [EH-2] [AP-3]', async () => {
  expect(await outcomeOf('GET', '/fhir/Patient?identifier=a%00b')).toMatchObject({ status: 400, code: 'invalid' })
})

it('is for staff, each within their facilities, and leaves its trace [EH-2] [FA-4] [AP-5]', async () => {
  expect((await portal.anonymous.send('GET', '/fhir/Patient')).status).toBe(401)
  const stranger = await portal.asUser({ groups: ['clinic'], clinicIds: [await portal.createClinic()] })
  expect((await stranger.send('GET', `/fhir/Patient/${patient_id}`)).status).toBe(404)
  expect((await stranger.call(listFhirObservations, { patient: [patient_id] })).entry).toBeUndefined()
  expect(
    (await stranger.send('GET', `/fhir/Observation/rr-${first.epochMilliseconds / 60_000}-${patient_id}`)).status,
  ).toBe(404)
  expect((await stranger.call(listFhirPatients, {})).entry).toBeUndefined()
  const other = await portal.asUser({ groups: ['clinic'], clinicIds: [clinic_id] })
  await other.call(listFhirObservations, { patient: [patient_id] })
  await other.call(listFhirPatients, {})
  await other.send('GET', `/fhir/Patient/${patient_id}`)
  const entries = await portal.owner
    .selectFrom('audit_entries')
    .selectAll()
    .where('actor_id', '=', other.userId)
    .execute()
  expect(entries.map(({ act, clinic_id: of, resident_id }) => [act, of, resident_id])).toEqual([
    ['observation.list', clinic_id, patient_id],
    ['observation.list-patients', clinic_id, null],
    ['observation.read-patient', clinic_id, patient_id],
  ])
})

it('is interpreted by the plan in force at its minute [PL-2] [EH-2]', async () => {
  // Minute 7 is at 21.1, 8 at 22.1, 16 at 30.1, 17 at 31.1; from the ninth on own limits hold.
  const of = async () =>
    (await follow(`/fhir/Observation?patient=${patient_id}`))
      .flatMap(({ entry = [] }) => entry)
      .map(({ resource }) => {
        const { interpretation: said, referenceRange } = resource as unknown as {
          interpretation?: { coding: { code: string }[] }[]
          referenceRange: { high: { value: number } }[]
        }
        return `${said?.[0]?.coding[0]?.code} ${referenceRange[0]!.high.value}`
      })
  const own = { low: 10, high: 26, extreme_high: 31, extreme_low: null, no_breathing_seconds: 120 }
  await portal.owner
    .insertInto('plans')
    .values({
      ...own,
      clinic_id,
      resident_id: patient_id,
      valid_from: first.add({ minutes: 9 }),
      written_by: 'u',
      written_name: 'U',
    })
    .execute()
  const said = await of()
  expect(said).toHaveLength(minutes)
  expect([7, 8, 9, 11, 12, 16, 17].map((index) => said[index])).toEqual([
    'N 22',
    'H 22',
    'N 26',
    'N 26',
    'H 26',
    'H 26',
    'HH 26',
  ])
})
