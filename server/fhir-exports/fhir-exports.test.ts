import { assignDevice, createDevice } from '@eupnea/contract/devices.ts'
import { deleteFhirExport, readFhirExport, startFhirExport } from '@eupnea/contract/fhir-exports.ts'
import { eraseResident } from '@eupnea/contract/privacy.ts'
import { saveResident, setResidentStatus } from '@eupnea/contract/residents.ts'
import { createServiceAccount, revokeServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import {
  getAs,
  kickOff,
  makeSmartKeys,
  parseNdjson,
  type SmartKeys,
  signInByDiscovery,
} from '../../tests/kit/smart-client.ts'
import { deviceRoutes } from '../devices/index.ts'
import { observationRoutes } from '../observations/index.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import { createSealer } from '../platform/seal.ts'
import { privacyRoutes } from '../privacy/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { serviceAccountRoutes } from '../service-accounts/index.ts'
import { fhirExportRoutes, removeOldExports, runFhirExports } from './index.ts'

/** Bulk exports, by a client that does what SMART's bulk-data-client does (FH-1). */

let portal: TestHttp
let admin: SignedInClient
let keys: SmartKeys
let fhir: string
let client_id: string
let token: string
const houses: { clinic_id: string; patient_id: string; device_id: string }[] = []
const minutes = 30
const first = Temporal.Now.instant().round({ smallestUnit: 'hour', roundingMode: 'floor' }).subtract({ hours: 3 })

beforeAll(async () => {
  const baseUrl = () => portal.url
  portal = await startTestHttp([
    ...serviceAccountRoutes(baseUrl, createOutgoing()),
    ...fhirExportRoutes(baseUrl),
    ...observationRoutes({ baseUrl, sealer: createSealer('secret') }),
    ...residentRoutes,
    ...deviceRoutes,
    ...privacyRoutes,
  ])
  admin = await portal.asUser()
  keys = await makeSmartKeys()
  fhir = `${portal.url}/api/fhir`
  await sql`select keep_partitions(current_date - 2, current_date + 1, current_date - 2, current_date - 2)`.execute(
    portal.owner,
  )
  for (const last_name of ['One', 'Two']) {
    const clinic_id = await portal.createClinic()
    const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name, room: '1' })
    const { device_id } = await admin.call(createDevice, { clinic_id })
    await admin.call(assignDevice, { device_id, patient_id, status: 1 })
    await sql`insert into minutes select d.no, c.no, ${first}::timestamptz + n * interval '1 minute', 3, 3, 33 + n * 1.37, 11 + n * 0.45, 11 + n * 0.47, 1, 1, 1
      from devices d, clinics c, generate_series(0, ${minutes - 1}::integer) n
      where d.id = ${device_id} and c.id = ${clinic_id}`.execute(portal.owner)
    houses.push({ clinic_id, patient_id, device_id })
  }
  await sql`update device_assignments set since = now() - interval '1 day'`.execute(portal.owner)
  const account = { name: 'Registry', jwks: keys.jwks, scopes: 'system/*.rs', clinic_ids: [houses[0]!.clinic_id] }
  client_id = (await admin.call(createServiceAccount, account)).client_id
  token = await signInByDiscovery(fhir, client_id, keys, 'system/*.read')
})
afterAll(() => portal.close())

const origin = () => ({
  ...{ database: portal.database, log: createLog('silent') },
  actor: { type: 'job', name: 'run-fhir-exports' } as const,
})
const run = () => runFhirExports(origin(), () => portal.url)

interface Manifest {
  readonly transactionTime: string
  readonly request: string
  readonly requiresAccessToken: boolean
  readonly output: { type: string; url: string; count: number }[]
  readonly error: unknown[]
}

async function start(path: string, as = token): Promise<string> {
  const answer = await kickOff(as, `${fhir}/${path}`)
  expect(answer.status, await answer.clone().text()).toBe(202)
  const said = await answer.json()
  expect(startFhirExport.output.parse(said)).toEqual(said)
  return answer.headers.get('content-location')!
}
async function manifestOf(location: string, as = token): Promise<Manifest> {
  const answer = await getAs(as, location)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  return (await answer.json()) as Manifest
}
const linesOf = async (manifest: Manifest, type: string) =>
  (
    await Promise.all(
      manifest.output
        .filter((file) => file.type === type)
        .map(async ({ url, count }) => {
          const answer = await getAs(token, url, { accept: 'application/fhir+ndjson' })
          expect(answer.headers.get('content-type')).toBe('application/fhir+ndjson')
          const lines = parseNdjson(await answer.text())
          expect(lines).toHaveLength(count)
          return lines
        }),
    )
  ).flat()

it('is started, watched, downloaded and deleted, and holds what the program may read [FH-1] [FA-4]', async () => {
  const location = await start('$export')
  expect(location).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/fhir\/exports\/[\w-]+$/)
  const waiting = await getAs(token, location)
  expect(waiting.status).toBe(202)
  expect(waiting.headers.get('x-progress')).toEqual(expect.any(String))
  expect(Number(waiting.headers.get('retry-after'))).toBeGreaterThan(0)
  await run()
  const manifest = await manifestOf(location)
  expect(manifest).toMatchObject({ request: `${fhir}/$export`, requiresAccessToken: true, error: [] })
  expect(readFhirExport.output.parse(manifest), 'as the OpenAPI document has it').toEqual(manifest)
  expect(new Set(manifest.output.map(({ type }) => type))).toEqual(
    new Set(['Patient', 'Observation', 'Organization', 'Device', 'Location']),
  )
  const people = await linesOf(manifest, 'Patient')
  expect(people.map(({ id }) => id)).toEqual([houses[0]!.patient_id])
  const observations = await linesOf(manifest, 'Observation')
  expect(observations).toHaveLength(minutes)
  for (const type of new Set(manifest.output.map((file) => file.type)))
    for (const resource of await linesOf(manifest, type))
      expect(resource).toEqual((await admin.send('GET', `/fhir/${type}/${resource.id}`)).body)

  const [file] = manifest.output
  expect((await getAs(null, file!.url)).status).toBe(401)
  expect((await getAs(null, location)).status).toBe(401)
  expect((await getAs(admin.token, location)).status).toBe(404)
  expect((await getAs(admin.token, file!.url)).status).toBe(404)
  const gone = await getAs(token, location, {}, 'DELETE')
  const said = await gone.clone().json()
  expect(deleteFhirExport.output.parse(said)).toEqual(said)
  expect(gone.status).toBe(202)
  expect((await getAs(token, location)).status).toBe(404)
  expect((await getAs(token, file!.url)).status).toBe(404)
  expect((await getAs(token, location, {}, 'DELETE')).status).toBe(404)
  const rows = await portal.owner.selectFrom('audit_entries').select('act').where('actor_id', '=', client_id).execute()
  expect(new Set(rows.map(({ act }) => act))).toEqual(
    new Set([
      'service-account.sign-in',
      'fhir-export.start',
      'fhir-export.read',
      'fhir-export.download',
      'fhir-export.delete',
    ]),
  )
})

it('holds only what was asked for: types, a facility, what has changed since [FH-1]', async () => {
  const typesOf = async (path: string, as = token) => {
    const location = await start(path, as)
    await run()
    const { output } = await manifestOf(location, as)
    return output.map(({ type, count }) => `${type} ${count}`)
  }
  expect(await typesOf('Patient/$export')).toEqual(['Patient 1', `Observation ${minutes}`])
  expect(await typesOf(`Group/${houses[0]!.clinic_id}/$export?_type=Patient`)).toEqual(['Patient 1'])
  expect(await typesOf('$export?_type=Device&_type=Organization')).toEqual(
    await typesOf('$export?_type=Organization,Device'),
  )
  expect(await typesOf('$export?_type=Observation,Device&_outputFormat=application/fhir%2Bndjson')).toEqual([
    `Observation ${minutes}`,
    'Device 1',
  ])
  expect(await typesOf('Patient/$export?_outputFormat=application/fhir+ndjson')).toHaveLength(2)
  expect(await typesOf('Patient/$export', admin.token)).toEqual(['Patient 2', `Observation ${2 * minutes}`])
  const since = Temporal.Now.instant().toString()
  expect(await typesOf(`Patient/$export?_since=${since}`)).toEqual([])
  await sql`update minutes set late_at = now() where minute = ${first.toString()}`.execute(portal.owner)
  await admin.call(saveResident, { patient_id: houses[0]!.patient_id, room: '2' })
  expect(await typesOf(`Patient/$export?_since=${since}`)).toEqual(['Patient 1', 'Observation 1'])
})

it('is seen by nobody whose scope is less than what is in it [FA-4]', async () => {
  await start('$export')
  await run()
  const seen = (clinicIds: readonly string[]) =>
    withCtx({ ...origin(), actor: { type: 'link', id: 'link', clinicIds } }, async ({ db }) => {
      const tables = ['fhir_exports', 'fhir_export_files']
      const rows = await Promise.all(tables.map((name) => sql`select from ${sql.table(name)}`.execute(db)))
      return rows.map((found) => found.rows.length > 0)
    })
  expect(await seen([houses[1]!.clinic_id])).toEqual([false, false])
  expect(await seen([houses[0]!.clinic_id])).toEqual([true, true])
})

it('gives a token of fewer scopes only the files that they cover [FH-1] [FH-2]', async () => {
  const location = await start('Patient/$export')
  await run()
  const { output } = await manifestOf(location)
  const narrow = await signInByDiscovery(fhir, client_id, keys, 'system/Patient.rs')
  const statuses = output.map(async ({ type, url }) => [type, (await getAs(narrow, url)).status])
  expect(await Promise.all(statuses)).toEqual([
    ['Patient', 200],
    ['Observation', 403],
  ])
})

it('is refused as the standard says [FH-1]', async () => {
  const refused = async (path: string, prefer = 'respond-async', as: string | null = token) => {
    const answer = await kickOff(as, `${fhir}/${path}`, prefer)
    expect(((await answer.json()) as { resourceType: string }).resourceType).toBe('OperationOutcome')
    return answer.status
  }
  expect(await refused('$export', 'handling=strict')).toBe(400)
  expect(await refused('$export?_typeFilter=Patient%3Fgender%3Dmale')).toBe(400)
  expect(await refused('$export?_type=Encounter')).toBe(400)
  expect(await refused('$export?_outputFormat=text/csv')).toBe(400)
  expect(await refused('$export?_since=yesterday')).toBe(400)
  expect(await refused(`Group/${houses[1]!.clinic_id}/$export`)).toBe(404)
  expect(await refused('$export', 'respond-async', null)).toBe(401)
  const narrow = await signInByDiscovery(fhir, client_id, keys, 'system/Patient.rs')
  expect(await refused('$export?_type=Observation', 'respond-async', narrow)).toBe(403)
  const nurse = await portal.asUser({ groups: ['clinic'], clinicIds: [houses[0]!.clinic_id] })
  expect(await refused('$export', 'respond-async', nurse.token)).toBe(403)
})

it('waits for others of its own, is cancelled, ends with its account, and expires [FH-1] [FH-2]', async () => {
  const account = { name: 'Other', jwks: keys.jwks, scopes: 'system/Patient.rs' }
  const other = (await admin.call(createServiceAccount, account)).client_id
  const its = await signInByDiscovery(fhir, other, keys, 'system/*.rs')
  const running = [await start('$export', its), await start('$export', its), await start('$export', its)]
  const busy = await kickOff(its, `${fhir}/$export`)
  expect([busy.status, busy.headers.get('retry-after')]).toEqual([429, '60'])
  // Cancelled before it is made.
  expect((await getAs(its, running[0]!, {}, 'DELETE')).status).toBe(202)
  await run()
  expect((await manifestOf(running[1]!, its)).output.map(({ type, count }) => `${type} ${count}`)).toEqual([
    'Patient 2',
  ])
  await sql`update fhir_exports set ended_at = now() - interval '25 hours'
    where id = ${running[1]!.split('/').at(-1)}`.execute(portal.owner)
  await withCtx(origin(), removeOldExports)
  expect((await getAs(its, running[1]!)).status).toBe(404)
  expect((await getAs(its, running[2]!)).status).toBe(200)
  await admin.call(revokeServiceAccount, { client_id: other })
  const left = await sql`select from fhir_exports where account_id = ${other}`.execute(portal.owner)
  expect(left.rows).toEqual([])
})

it('goes on when the database was away meanwhile [FH-1]', async () => {
  const location = await start('Patient/$export')
  let transactions = 0
  const { database } = portal
  const flaky = {
    ...database,
    transaction: () => {
      if (++transactions === 3) throw Object.assign(new Error('away'), { code: '57P01' })
      return database.transaction()
    },
  } as typeof database
  await expect(runFhirExports({ ...origin(), database: flaky }, () => portal.url)).rejects.toThrow('away')
  expect((await getAs(token, location)).status).toBe(202)
  await run()
  expect((await linesOf(await manifestOf(location), 'Observation')).length).toBe(minutes)
})

it('goes when somebody whom it may have is erased, whether it is made or not; others stay [FH-1] [PR-1]', async () => {
  const { clinic_id } = houses[0]!
  const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Zoe', last_name: 'Gone', room: '9' })
  const made = await start('$export')
  const elsewhere = (await kickOff(admin.token, `${fhir}/Group/${houses[1]!.clinic_id}/$export`)).headers.get(
    'content-location',
  )!
  await run()
  const manifest = await manifestOf(made)
  expect((await linesOf(manifest, 'Patient')).map(({ id }) => id)).toContain(patient_id)
  const waiting = await start('$export')
  await admin.call(setResidentStatus, { patient_id, status: 2 })
  await admin.call(eraseResident, { patient_id })
  for (const address of [made, waiting, ...manifest.output.map(({ url }) => url)])
    expect((await getAs(token, address)).status, address).toBe(404)
  await run()
  expect((await manifestOf(elsewhere, admin.token)).output).not.toEqual([])
})
