import { type Call, pathNames } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveState } from '../../server/live/state/index.ts'
import { loadBeds } from '../../server/live/state/state.sql.ts'
import { createPool } from '../../server/platform/database.ts'
import { newDisplayToken } from '../../server/sessions/index.ts'
import { startTestHttp, type TestHttp } from '../kit/portal.ts'
import { everyRoute } from './every-route.ts'
import { clinicsOf, gate, type Person, people, seesForeign, seesOwn } from './people.ts'
import { type Input, type Sample, samples } from './samples.ts'
import {
  type Clinic,
  checksums,
  ghostClinic,
  insertClinic,
  insertDisplay,
  insertPerson,
  insertServiceAccount,
  insertSession,
  reading,
} from './world.ts'

/**
 * Every call × every kind of person × own, foreign and unknown records. The expected answer follows only from `access`
 * and the person's clinics. A call without a sample fails.
 */

let portal: TestHttp
let pool: pg.Pool
let checksumOf: (of: Clinic) => Promise<Record<string, string>>
const state = new LiveState()
/** for people who are refused at the gate, each with a user */
let standing: { own: Clinic; foreign: Clinic; users: ReadonlyMap<Person, string> }
/** checksums of `standing`, which nothing may change */
let untouched: readonly Record<string, string>[]

beforeAll(async () => {
  portal = await startTestHttp((sessions) => everyRoute(sessions, state))
  pool = createPool(portal.connections.work, { name: 'state', max: 1, settings: { 'app.scope': 'all' } })
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 1, current_date - 1)`.execute(
    portal.owner,
  )
  checksumOf = await checksums(portal.owner)
  const [own, foreign] = (await newClinics(2)) as [Clinic, Clinic]
  const users = await Promise.all(people.map(async (person) => [person, await enter(person, own, foreign)] as const))
  standing = { own, foreign, users: new Map(users) }
  untouched = await checksumsOf(standing)
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})

/** Clinics whose beds the live state knows; loaded at once, because each statement costs more than what it reads. */
async function newClinics(count: number): Promise<Clinic[]> {
  const clinics = await Promise.all(Array.from({ length: count }, () => insertClinic(portal.owner)))
  const ids = clinics.flatMap((of) => [of.device_id, of.spare_device_id])
  for (const bed of await loadBeds(pool, Date.now(), ids)) state.put(bed)
  return clinics
}

interface Answer {
  readonly status: number
  readonly code: string | undefined
  /** without request_id and without what was sent */
  readonly text: string
}

let address = 0

/** Each request has its own client address, because throttling isn't tested here. */
async function send(call: Call, input: Input, token: string | null, body?: string): Promise<Answer> {
  const rest = { ...input }
  let path = call.path
  for (const name of pathNames(path)) {
    path = path.replace(`{${name}}`, encodeURIComponent(String(rest[name] ?? 'none')))
    delete rest[name]
  }
  const inQuery = call.method === 'GET' || call.method === 'DELETE'
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  const response = await fetch(`${portal.url}/api${path}${inQuery && query.size > 0 ? `?${query}` : ''}`, {
    method: call.method,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(inQuery ? {} : { 'content-type': 'application/json' }),
      'x-forwarded-for': `10.${(address >> 16) & 255}.${(address >> 8) & 255}.${address++ & 255}`,
    },
    body: inQuery ? null : (body ?? JSON.stringify(rest)),
  })
  if (!response.headers.get('content-type')?.includes('json'))
    return { status: response.status, code: undefined, text: await response.text() }
  const { request_id: _, ...answer } = (await response.json()) as Record<string, unknown> & Refusal
  if (answer.resourceType === 'OperationOutcome') delete answer.id
  // Sealed links differ each time, whatever they hold.
  let text = JSON.stringify(answer).replaceAll(/_page=[\w-]+/g, '_page=·')
  for (const sent of textsOf(input)) text = text.replaceAll(sent, '·')
  return { status: response.status, code: answer.code ?? answer.issue?.[0]?.details.coding[0]?.code, text }
}

/** Our own errors, and FHIR's. */
interface Refusal {
  readonly code?: string
  readonly issue?: readonly { readonly details: { readonly coding: readonly { readonly code: string }[] } }[]
}

const textsOf = (value: unknown): string[] =>
  typeof value === 'string' && value.length > 8
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsOf)
      : []

/**
 * A token of the person, new each time, because some calls end the session they use.
 * @param userId of a display or service account: its token
 */
async function tokenOf(person: Person, userId: string): Promise<string | null> {
  if (person.session === 'none') return null
  if (person.session === 'made up') return 'made-up'
  if (person.session === 'of a revoked display') return newDisplayToken()
  if (person.session === 'of a display' || person.session === 'of a service account') return userId
  const token = await insertSession(portal.owner, userId, person.session === 'expired' ? -1 : 1)
  if (person.session === 'signed out')
    expect((await portal.withToken(token).send('POST', '/auth/sign-out')).status).toBe(200)
  return token
}

function enter(person: Person, own: Clinic, foreign: Clinic): Promise<string> {
  if (person.session === 'of a display') return insertDisplay(portal.owner, own.clinic_id)
  if (person.session === 'of a service account') return insertServiceAccount(portal.owner, own.clinic_id)
  return insertPerson(portal.owner, {
    groups: person.groups,
    clinics: clinicsOf(person, own, foreign),
    disabled: person.session === 'of a disabled user',
    isClinicAdmin: person.clinicAdmin === true,
  })
}

/** @param nth of the call's inputs */
interface Look {
  readonly person: Person
  readonly nth: number
}

/** Two clinics, and a person who looks at them. */
interface World {
  readonly own: Clinic
  readonly foreign: Clinic
  readonly userId: string
}

const isDone = ({ status }: Answer) => status === 200 || status === 201
const isRefusedInside = ({ status, code }: Answer) =>
  status >= 400 && status < 500 && code !== 'unauthenticated' && code !== 'forbidden'

/** Keys of `input` that refer to a clinic: those whose values differ for another clinic. */
const keysOfClinic = (input: Input, other: Input): string[] =>
  Object.keys(input).filter((key) => JSON.stringify(input[key]) !== JSON.stringify(other[key]))

/** Every way to put a value of the other clinic into one's own input. @param news keys that refer to nothing there is */
function mixtures(own: Input, other: Input, news: readonly string[] = []): Input[] {
  const keys = keysOfClinic(own, other).filter((key) => !news.includes(key))
  return Array.from({ length: 2 ** keys.length - 2 }, (_, subset) => {
    const taken = keys.filter((_key, index) => (subset + 1) & (1 << index))
    return { ...own, ...Object.fromEntries(taken.map((key) => [key, other[key]])) }
  })
}

/** The input without its references to a clinic, if the call works without them: lists of everything visible. */
function unnamed(call: Call, own: Input, other: Input): Input[] {
  const keys = keysOfClinic(own, other)
  const rest = Object.fromEntries(Object.entries(own).filter(([key]) => !keys.includes(key)))
  return keys.length > 0 && call.method === 'GET' && call.input.safeParse(rest).success ? [rest] : []
}

/** People refused at the gate are refused whatever they send. */
async function isKeptOut(call: Call, sample: Sample, person: Person): Promise<void> {
  const { own, foreign, users } = standing
  const token = await tokenOf(person, users.get(person)!)
  const status = gate(call, person) as 401 | 403
  const code = status === 401 ? 'unauthenticated' : 'forbidden'
  const inputs = [own, foreign, ghostClinic()].map((of) => sample.inputs(of)[0]!)
  for (const input of inputs) {
    const answer = await send(call, input, token)
    expect(answer, `${call.name} ${JSON.stringify(input)}`).toMatchObject({ status, code })
  }
  // Reads and deletions have no body.
  const hasBody = call.method === 'POST' || call.method === 'PUT'
  const wrong: [Input, string?][] = hasBody
    ? ['{}', '{"broken', '[]', ''].map((body) => [{}, body])
    : [[{ page: 'x', nonsense: '\u0000' }]]
  for (const [input, body] of wrong)
    expect(await send(call, input, token, body), call.name).toMatchObject({ status, code })
}

const checksumsOf = ({ own, foreign }: { own: Clinic; foreign: Clinic }) =>
  Promise.all([checksumOf(own), checksumOf(foreign)])

/** People who may make the call get their own data; anything else answers as if it didn't exist. */
async function isLetIn(call: Call, sample: Sample, nth: number, person: Person, world: World): Promise<void> {
  const { own, foreign, userId } = world
  const ghost = ghostClinic()
  const make = async (input: Input) => send(call, input, await tokenOf(person, userId))
  const [mine, theirs, nobodys] = [own, foreign, ghost].map((of) => sample.inputs(of)[nth]!) as [Input, Input, Input]
  const isOfClinic = keysOfClinic(mine, nobodys).length > 0
  const what = `${call.name} ${JSON.stringify(mine)} as ${person.name}`
  const isAsItShouldBe = sample.refusedFor && person.name !== sample.exceptFor ? isRefusedInside : isDone

  if (isOfClinic) {
    const [toForeign, toUnknown] = [await make(theirs), await make(nobodys)]
    expect(toUnknown.status, what).toBeLessThan(500)
    if (call.access !== 'public') expect(isRefusedInside(toUnknown) || isDone(toUnknown), what).toBe(true)
    // An unknown clinic is different from an empty one.
    if (call.access !== 'public' && 'clinic_id' in nobodys && !sample.outlivesClinic)
      expect(isDone(toUnknown), what).toBe(false)
    if (call.access === 'public' || seesForeign(person))
      expect(isAsItShouldBe(toForeign), `${what}: ${JSON.stringify(toForeign)}`).toBe(true)
    else {
      expect(toForeign, what).toEqual(toUnknown)
      for (const [index, mixed] of mixtures(mine, theirs, sample.news).entries())
        expect(await make(mixed), `${what}, mixed`).toEqual(await make(mixtures(mine, nobodys, sample.news)[index]!))
      for (const input of unnamed(call, mine, nobodys)) expectNothingOf(foreign, await make(input), what)
    }
  }
  const answer = await make(mine)
  if (seesOwn(person) || !isOfClinic || call.access === 'public') {
    expect(isAsItShouldBe(answer), `${what}: ${JSON.stringify(answer)}`).toBe(true)
    if (call.method === 'GET' && !sample.showsNothing)
      expect(
        answer.text.includes(own.marker) || answer.text.includes('·') || answer.text.includes(String(reading)),
        what,
      ).toBe(true)
  } else expectNothingOf(own, answer, what)
  if (call.access !== 'public' && !seesForeign(person)) expectNothingOf(foreign, answer, what)
}

function expectNothingOf(clinic: Clinic, answer: Answer, what: string): void {
  expect(answer.status, what).toBeLessThan(500)
  expect(answer.text, what).not.toContain(clinic.marker)
}

it('has a route and a sample for every call of the contract [AP-2]', () => {
  const routed = everyRoute(portal.sessions, state).map(({ call }) => call.name)
  expect(routed.toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
  expect(Object.keys(samples).toSorted()).toEqual(calls.map(({ name }) => name).toSorted())
})

describe.each(calls.map((call) => ({ name: call.name, call })))('$name', ({ name, call }) => {
  const sample = samples[name] ?? { inputs: () => [{}] }
  const keptOut = people.filter((person) => gate(call, person) !== 'open')
  const letIn = people.filter((person) => gate(call, person) === 'open')

  if (keptOut.length > 0)
    it('refuses whom its access does not name, whatever they send [FA-4] [ID-7] [ID-8]', async () => {
      await Promise.all(keptOut.map((person) => isKeptOut(call, sample, person)))
      expect(await checksumsOf(standing), `${call.name} changed something`).toEqual(untouched)
    })

  it('gives everyone else their own facilities, and others as if they did not exist [FA-4] [ID-7]', async () => {
    const looks: Look[] = letIn.flatMap((person) =>
      [...sample.inputs(ghostClinic()).keys()].map((nth) => ({ person, nth })),
    )
    const isRead = call.method === 'GET'
    // Who may change the foreign facility has one of their own. The others share it, and whoever only reads shares both.
    const mayChange = ({ person }: Look) => !isRead && (call.access === 'public' || seesForeign(person))
    const [apart, rest] = [looks.filter(mayChange), looks.filter((one) => !mayChange(one))]
    const clinics = await newClinics(2 * apart.length + (isRead ? 1 : rest.length) + 1)
    const foreign = clinics.pop()!
    const worldOf = (one: Look) => {
      if (mayChange(one)) return { own: clinics.pop()!, foreign: clinics.pop()! }
      return { own: isRead ? clinics[0]! : clinics.pop()!, foreign }
    }
    const entered = await Promise.all(
      [...apart, ...rest].map(async (one) => {
        const { own, foreign } = worldOf(one)
        return { ...one, world: { own, foreign, userId: await enter(one.person, own, foreign) } }
      }),
    )
    const before = await checksumOf(foreign)
    await Promise.all(entered.map(({ person, nth, world }) => isLetIn(call, sample, nth, person, world)))
    if (call.access === 'public') return
    const who = rest.map(({ person }) => person.name).join(', ')
    expect(await checksumOf(foreign), `${name} as ${who} changed the foreign facility`).toEqual(before)
  })
})
