import type { Call } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createDatabase, createPool, type Database } from '../../server/platform/database.ts'
import { gate, people } from '../access/people.ts'
import { type Clinic, checksums, ghostClinic, insertClinic, insertPerson, insertSession } from '../access/world.ts'
import { urlOf } from '../kit/connections.ts'
import { createTestDatabase } from '../kit/database.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'
import { type FuzzAnswer, type FuzzRequest, openFuzzClient, requestsFor, requestsOfAllTime } from './fuzz-request.ts'
import { type Known, markup } from './fuzz-values.ts'

/**
 * Requests over all calls, valid ones and near misses, as a Superadmin and as a Clinic user, against a separate
 * portal (AP-3). FUZZ_SEED sets the seed, FUZZ_REQUESTS the number: 20,000 with another seed look further.
 */

// Thousands of values at their longest take minutes to make. Lengths that matter are among them anyway.
fc.configureGlobal({ ...fc.readConfigureGlobal(), defaultSizeToMaxWhenMaxSpecified: false })

const seed = Number(process.env.FUZZ_SEED ?? 20_261_120)
const requests = Number(process.env.FUZZ_REQUESTS ?? 8_000)
const atOnce = 16
/** each may cost a password hash */
const ofPasswords = 60

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let database: Awaited<ReturnType<typeof createTestDatabase>>
let owner: Database
let portal: SpawnedPortal
let client: ReturnType<typeof openFuzzClient>
let own: Clinic[]
let foreign: Clinic[]
let known: Known
/** for calls that delete, so that other calls still find their records */
let expendable: Known

beforeAll(async () => {
  folder = await temporaryFolder()
  database = await createTestDatabase()
  owner = createDatabase(createPool(database.connection, { name: 'test-owner', max: 2 }))
  const env = {
    DATABASE_URL: urlOf(database.connection),
    TRUST_PROXY: '1',
    // What the portal itself changes when sensors are silent is no answer to a request.
    NO_READINGS_MINUTES: '60',
  }
  portal = await spawnPortal({ dataDir: folder.path, env })
  client = openFuzzClient(portal.http, atOnce)
  own = []
  foreign = []
  for (let nth = 0; nth < 4; nth++) {
    own.push(await insertClinic(owner))
    foreign.push(await insertClinic(owner))
  }
  // A clinic that can be removed would soon be gone.
  await sql`update clinics set is_demo = false`.execute(owner)
  await sql`update presence set changed_at = now() + interval '1 hour'`.execute(owner)
  known = knownOf([...own, ...foreign, ghostClinic()])
  expendable = knownOf([await insertClinic(owner), await insertClinic(owner), ghostClinic()])
})
afterAll(async () => {
  client?.close()
  await portal?.stop()
  await owner?.destroy()
  await database?.drop()
  await folder?.remove()
})

const several = (make: (nth: number) => string) => Array.from({ length: 60 }, (_, nth) => make(nth))

function knownOf(clinics: readonly Clinic[]): Known {
  const all = (pick: (of: Clinic) => readonly string[]) => clinics.flatMap(pick)
  const [clinic, patient] = [all((of) => [of.clinic_id]), all((of) => [of.patient_id, of.spare_patient_id])]
  const device = all((of) => [of.device_id, of.spare_device_id])
  const user = all((of) => [of.user_id])
  return {
    clinic_id: clinic,
    clinic_ids: clinic,
    patient_id: patient,
    device_id: device,
    device_uid: device.map((id) => `${id}-uid`),
    user_id: user,
    user_ids: user,
    medical_group_id: all((of) => [of.medical_group_id]),
    message_id: all((of) => [of.message_id]),
    note_id: all((of) => [of.note_id]),
    email: [...all((of) => [of.email]), ...several((nth) => `fuzz-${nth}@test.example`)],
    topic_prefix: several((nth) => `fuzz/${nth}`),
    alert_recipients: all((of) => [of.email]),
    daily_report_recipients: all((of) => [of.email]),
    host: all((of) => [`${of.slug}.localhost`]),
    floor: ['', ...all((of) => [`Floor ${of.marker}`])],
    tz: ['UTC', 'Europe/London', 'Asia/Kathmandu'],
  }
}

/** How often to try each call: less often if the person may not make it, because those all end at the gate. */
function shares(list: readonly Call[], isOpen: (call: Call) => boolean, total: number): Map<Call, number> {
  const isCostly = (call: Call) => 'password' in call.input.shape
  const few = (call: Call) => Math.min(isCostly(call) ? ofPasswords : 40, Math.floor(total / list.length))
  const rare = list.filter((call) => isCostly(call) || !isOpen(call))
  const left = total - rare.reduce((sum, call) => sum + few(call), 0)
  const each = Math.ceil(left / (list.length - rare.length))
  return new Map(list.map((call) => [call, rare.includes(call) ? few(call) : each]))
}

const inside =
  /\n\s+at |node_modules|\/server\/|file:\/\/|\.ts:\d|\bselect .+ from\b|insert into|violates|relation "|column "|SQLSTATE|invalid input syntax|PostgresError/i

interface ErrorBody {
  readonly code?: unknown
  readonly title?: unknown
  readonly message?: unknown
  readonly request_id?: unknown
  readonly error?: unknown
  readonly error_description?: unknown
  readonly id?: unknown
  readonly issue?: readonly { readonly code?: unknown; readonly details?: { readonly text?: unknown } }[]
}

/** What every error says: FHIR's OperationOutcome, or our own, with OAuth's beside it below its path. */
function wordsOf(body: ErrorBody, type: string): unknown[] {
  if (type.startsWith('application/fhir+json'))
    return [body.id, ...(body.issue ?? [{}]).flatMap(({ code, details }) => [code, details?.text])]
  const oauth = 'error' in body ? [body.error, body.error_description] : []
  return [body.code, body.title, body.message, body.request_id, ...oauth]
}

/** What is wrong with an answer; normally nothing. */
function faultsOf({ method }: FuzzRequest, { status, headers, text }: FuzzAnswer, hidden: readonly Clinic[]): string[] {
  const type = String(headers['content-type'] ?? '')
  const faults: string[] = []
  if (status >= 500 || status < 200) faults.push(`answered ${status}`)
  if (headers['x-content-type-options'] !== 'nosniff') faults.push('no nosniff')
  if (headers['cache-control'] !== 'no-store') faults.push('may be cached')
  if (text.includes(markup) && !type.startsWith('application/json')) faults.push(`markup as ${type}`)
  if (hidden.some(({ marker }) => text.includes(marker) && status < 400)) faults.push('shows a foreign facility')
  if (status < 400 || method === 'HEAD') return faults
  if (inside.test(text)) faults.push('shows what is inside')
  if (!/^application\/(fhir\+)?json/.test(type)) faults.push(`an error as ${type}`)
  try {
    for (const part of wordsOf(JSON.parse(text), type))
      if (typeof part !== 'string' || part === '') faults.push('an unnamed error')
  } catch {
    faults.push('an error that is not JSON')
  }
  return faults
}

interface Fuzzer {
  readonly groups: readonly string[]
  readonly sees: readonly Clinic[]
  readonly hidden: readonly Clinic[]
}

/** Runs all requests, 16 at a time. @returns the errors found, with their calls */
async function fuzz(who: Fuzzer, isOpen: (call: Call) => boolean): Promise<{ call: Call; told: string }[]> {
  const userId = await insertPerson(owner, { groups: who.groups, clinics: who.sees.map(({ clinic_id }) => clinic_id) })
  const standing = await insertSession(owner, userId, 10)
  const tokenFor = ({ name }: Call) => (name === 'signOut' ? insertSession(owner, userId) : standing)
  const judge = async (call: Call, request: FuzzRequest): Promise<string[]> => {
    try {
      // Public data is no leak.
      const hidden = call.access === 'public' ? [] : who.hidden
      return faultsOf(request, await client.send(request, await tokenFor(call)), hidden)
    } catch (error) {
      return [(error as Error).message]
    }
  }
  const found: { call: Call; told: string }[] = []
  const work = [...shares(calls, isOpen, requests / 2)].flatMap(([call, numRuns], nth) =>
    fc
      .sample(requestsFor(call, call.method === 'DELETE' ? expendable : known), { numRuns, seed: seed + nth })
      .map((request) => ({ call, request })),
  )
  // The same order for all seeds, but not call by call, so that different calls run at the same time.
  work.sort((a, b) => a.request.path.length - b.request.path.length || (a.request.path < b.request.path ? -1 : 1))
  let next = 0
  const run = async () => {
    for (let one = work[next++]; one; one = work[next++]) {
      const { call, request } = one
      const faults = await judge(call, request)
      if (faults.length > 0) found.push({ call, told: `${call.name}: ${faults.join(', ')}: ${show(request)}` })
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  expect(work.length).toBeGreaterThanOrEqual(requests / 2)
  const health = await client.send({ method: 'GET', path: '/healthz', headers: {}, body: null }, null)
  expect(health.status).toBe(200)
  const session = await client.send({ method: 'GET', path: '/api/auth/session', headers: {}, body: null }, standing)
  expect(session.status, 'the fuzz has signed itself out').toBe(200)
  return found
}

const show = ({ method, path, headers, body }: FuzzRequest): string =>
  `${method} ${path.slice(0, 500)} ${JSON.stringify(headers).slice(0, 300)} ${body?.toString().slice(0, 500) ?? ''}`

/** A few of each call, for a person to read. */
function report(found: readonly { call: Call; told: string }[]): string {
  const byCall = Map.groupBy(found, ({ call }) => call.name)
  const lines = [...byCall.values()].flatMap((ofCall) => ofCall.slice(0, 4).map(({ told }) => told))
  return found.length === 0
    ? ''
    : `FUZZ_SEED=${seed}, ${found.length} faults:\n${lines.join('\n')}\n${portal.stderr().slice(-4_000)}`
}

const isOpenTo = (name: string) => {
  const person = people.find((one) => one.name === name)!
  return (call: Call) => gate(call, person) === 'open'
}

describe(`${requests} requests, right, nearly right and all wrong`, () => {
  it('as a Clinic user: none ends in 5xx, none tells what is inside, none reaches another facility [AP-3] [FA-4]', async () => {
    const checksum = await checksums(owner)
    // Anyone who knows an e-mail address can try to sign in and request codes.
    // Outages begin and end by the clock and are announced, whoever calls.
    const clocked = {
      ...{ codes: null, auth_events: null, monitoring_outages: null },
      ...{ notifications: null, notification_steps: null, deliveries: null },
    }
    const checksumOf = async (of: Clinic) => ({ ...(await checksum(of)), ...clocked })
    const before = await Promise.all(foreign.map(checksumOf))
    const who = { groups: ['clinic'], sees: own, hidden: foreign }
    const found = await fuzz(who, isOpenTo('a Clinic user of one facility'))
    expect(report(found)).toBe('')
    expect(await Promise.all(foreign.map(checksumOf))).toEqual(before)
  }, 900_000)

  it('as a Superadmin: none ends in 5xx, none tells what is inside [AP-3]', async () => {
    const found = await fuzz({ groups: ['sa'], sees: [], hidden: [] }, isOpenTo('a Superadmin'))
    expect(report(found)).toBe('')
  }, 900_000)

  it('as a Superadmin who asks about the first and the last day that can be written: none ends in 5xx [AP-3]', async () => {
    const token = await insertSession(owner, await insertPerson(owner, { groups: ['sa'], clinics: [] }), 10)
    const found: { call: Call; told: string }[] = []
    for (const [nth, call] of calls.entries()) {
      const wanted = requestsOfAllTime(call, known)
      for (const request of wanted ? fc.sample(wanted, { numRuns: 60, seed: seed + nth }) : []) {
        const { status } = await client.send(request, token)
        if (status >= 500) found.push({ call, told: `${call.name}: answered ${status}: ${show(request)}` })
      }
    }
    expect(report(found)).toBe('')
  }, 300_000)

  it('and the log names no resident [AP-3] [AP-5]', () => {
    expect(portal.stderr()).not.toMatch(
      new RegExp([...own, ...foreign].map(({ marker }) => `(First|Last) ${marker}`).join('|')),
    )
  })
})
