import { existsSync } from 'node:fs'
import { type Call, pathNames } from '@eupnea/contract/call.ts'
import { calls } from '@eupnea/contract/calls.ts'
import { sql } from 'kysely'
import type pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { LiveState } from '../../server/live/state/index.ts'
import { loadBeds } from '../../server/live/state/state.sql.ts'
import { createPool } from '../../server/platform/database.ts'
import { startTestHttp, type TestHttp } from '../kit/portal.ts'
import { everyRoute } from './every-route.ts'
import { gate, people } from './people.ts'
import { type Input, samples } from './samples.ts'
import { checkedElsewhere, touchNobody } from './unaudited.ts'
import { type Clinic, ghostClinic, insertClinic, insertDisplay, insertPerson, insertSession, reading } from './world.ts'

/**
 * Every call leaves an audit entry, or unaudited.ts says why it needs none; and whatever shows a resident or a user's
 * health leaves an entry that names them or their facility. A call without a sample or a reason fails.
 */

let portal: TestHttp
let pool: pg.Pool
const state = new LiveState()
let standing: Clinic
let sent = 0

beforeAll(async () => {
  portal = await startTestHttp((sessions) => everyRoute(sessions, state))
  await sql`select keep_partitions(current_date - 1, current_date + 1, current_date - 1, current_date - 1)`.execute(
    portal.owner,
  )
  pool = createPool(portal.connections.work, { name: 'state', max: 1, settings: { 'app.scope': 'all' } })
  standing = await furnishClinic()
  // Waits longest, so it is first on the list of all requests.
  await portal.owner
    .updateTable('privacy_requests')
    .set({ received_on: '2020-01-01' })
    .where('id', '=', standing.request_id)
    .execute()
})
afterAll(async () => {
  await pool.end()
  await portal.close()
})

type Inputs = (of: Clinic) => Input | Promise<Input>

const ofMember: Inputs = ({ member_id }) => ({ user_uid: member_id })

/** Inputs that are accepted, where the sample is one that is refused. */
const accepted: Record<string, Inputs> = {
  memberDetail: ofMember,
  totalSleepSessions: ofMember,
  listMemberNights: ofMember,
  linkMemberResident: (of) => ({ user_uid: of.member_id, patient_id: of.spare_patient_id }),
  revokeProvider: (of) => ({ user_uid: of.member_id, provider_id: of.user_id }),
  unlinkProvider: (of) => ({ provider_id: of.user_id }),
  answerMemberInvitation: (of) => ({ provider_id: of.user_id, accept: false }),
  withdrawProviderInvitation: (of) => ({ provider_email: of.email }),
  async readFhirObservation({ device_no, patient_id }) {
    const { rows } = await sql<{ minute: number }>`
      select (extract(epoch from minute) / 60)::int as minute from minutes where device_no = ${device_no}`.execute(
      portal.owner,
    )
    return { observation_id: `rr-${rows[0]!.minute}-${patient_id}` }
  },
}

const byTheMember: ReadonlySet<string> = new Set([
  ...['readOwnMember', 'listOwnNights', 'readOwnNights', 'readOwnRespiration', 'unlinkProvider'],
  ...['answerMemberInvitation', 'withdrawProviderInvitation'],
])

async function furnishClinic(): Promise<Clinic> {
  const of = await insertClinic(portal.owner)
  // Health data of users, which can be seen in any answer.
  await portal.owner
    .updateTable('users')
    .set({ weight_kg: reading })
    .where('id', 'in', [of.user_id, of.member_id])
    .execute()
  for (const bed of await loadBeds(pool, Date.now(), [of.device_id, of.spare_device_id])) state.put(bed)
  return of
}

/** Of somebody who may make the call, new each time: repeated views by the same person need no entry. */
async function tokenFor(call: Call, of: Clinic): Promise<string | null> {
  if (call.access === 'public') return null
  if (byTheMember.has(call.name)) return insertSession(portal.owner, of.member_id)
  const person = people.find((one) => gate(call, one) === 'open')!
  if (person.session === 'of a display') return insertDisplay(portal.owner, of.clinic_id)
  return insertSession(portal.owner, await insertPerson(portal.owner, { groups: person.groups, clinics: [] }))
}

async function send({ method, path, ...call }: Call, input: Input, token: string | null) {
  const rest = { ...input }
  let filled = path
  for (const name of pathNames(path)) {
    filled = filled.replace(`{${name}}`, encodeURIComponent(String(rest[name])))
    delete rest[name]
  }
  const isInQuery = method === 'GET' || method === 'DELETE'
  const query = new URLSearchParams(Object.entries(rest).map(([name, value]) => [name, String(value)]))
  sent++
  const answer = await fetch(`${portal.url}/api${filled}${isInQuery && query.size > 0 ? `?${query}` : ''}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(!isInQuery && { 'content-type': 'application/json' }),
      // Each has its own, because throttling isn't tested here.
      'x-forwarded-for': `10.0.${sent >> 8}.${sent & 255}`,
    },
    body: isInQuery ? null : JSON.stringify(rest),
  })
  expect(answer.status, call.name).toBeLessThan(500)
  return { isDone: answer.ok, text: await answer.text() }
}

/** Entries that nobody has asked for before: whose data each is about. */
async function newEntries(): Promise<(string | null)[][]> {
  const { rows } = await sql<{ id: string; about: (string | null)[] }>`
    select id, array[clinic_id, resident_id, detail ->> 'user_id'] as about from audit_entries
    where id > ${lastEntry} order by id`.execute(portal.owner)
  lastEntry = rows.at(-1)?.id ?? lastEntry
  return rows.map(({ about }) => about)
}
let lastEntry = '0'

const anyReading = new RegExp(`\\b${String(reading).replace('.', '\\.')}\\b`)
const showsHealth = (text: string, { patient_id, marker }: Clinic): boolean =>
  text.includes(`"${patient_id}"`) || text.includes(`First ${marker}`) || anyReading.test(text)

/** Makes the call twice: a change that changes nothing any more may still show what there is. */
async function makeTwice(call: Call, of: Clinic, input: Input): Promise<{ leaves: boolean; isNamed: boolean }> {
  const found = { leaves: true, isNamed: true }
  for (const isFirst of [true, false]) {
    const token = await tokenFor(call, of)
    await newEntries()
    const { isDone, text } = await send(call, input, token)
    const entries = await newEntries()
    if (isFirst) found.leaves = entries.length > 0
    const whose = [of.clinic_id, of.patient_id, of.user_id, of.member_id]
    if (isDone && showsHealth(text, of))
      found.isNamed &&= entries.flat().some((id) => id !== null && whose.includes(id))
  }
  return found
}

describe.each(calls.map((call) => ({ name: call.name, call })))('$name', ({ name, call }) => {
  it('leaves an entry that names whose health it shows, or touches nobody [AP-5] [DO-3]', async () => {
    const sample = samples[name]!.inputs
    const inputs: Inputs[] = accepted[name]
      ? [accepted[name]]
      : sample(ghostClinic()).map((_, nth) => (of: Clinic) => sample(of)[nth]!)
    const found: { leaves: boolean; isNamed: boolean }[] = []
    for (const inputOf of inputs) {
      // Most reads leave it as it is; of a member's own, only the first in an hour has an entry.
      const of = call.method === 'GET' && !byTheMember.has(name) ? standing : await furnishClinic()
      found.push(await makeTwice(call, of, await inputOf(of)))
    }
    expect(
      found.every(({ isNamed }) => isNamed),
      'names whose health it shows',
    ).toBe(true)
    const isExcused = name in touchNobody || name in checkedElsewhere
    expect(
      found.every(({ leaves }) => leaves),
      'leaves an entry',
    ).toBe(!isExcused)
  })
})

it('are excused only if they exist, and with a test that exists [AP-5]', () => {
  const names = calls.map(({ name }) => name)
  expect(names).toEqual(expect.arrayContaining([...Object.keys(touchNobody), ...Object.keys(checkedElsewhere)]))
  for (const file of Object.values(checkedElsewhere)) expect(existsSync(file), file).toBe(true)
})
