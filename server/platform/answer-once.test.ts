import { createClinic } from '@eupnea/contract/clinics.ts'
import { createMedicalGroup } from '@eupnea/contract/medical-groups.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { medicalGroupRoutes } from '../medical-groups/index.ts'
import { removeOldAnswers } from './answer-once.ts'
import { withCtx } from './context.ts'
import { createLog } from './log.ts'

let portal: TestHttp
let one: SignedInClient
let other: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp([...clinicRoutes(createMemoryStore()), ...medicalGroupRoutes])
  one = await portal.asUser()
  other = await portal.asUser()
})
afterAll(() => portal.close())

/** Creates a clinic or a group under a key. */
async function make(who: SignedInClient, key: string, body: object, path = createClinic.path) {
  const response = await fetch(`${portal.url}/api${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${who.token}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    },
    body: JSON.stringify(body),
  })
  return { status: response.status, body: (await response.json()) as { id?: string; code?: string } }
}
const named = async (name: string) =>
  (await portal.owner.selectFrom('clinics').select('id').where('name', '=', name).execute()).length

it('a call that is sent again under its key is done once and has the same answer [AP-3]', async () => {
  const sent = { name: 'Sent again', tz: 'Europe/Paris' }
  const first = await make(one, 'key-of-one', sent)
  expect(first.status).toBe(201)
  expect(await make(one, 'key-of-one', sent)).toEqual(first)
  expect(await named(sent.name)).toBe(1)
  expect((await make(one, 'another-key', sent)).body.id).not.toBe(first.body.id)
  expect((await make(other, 'key-of-one', sent)).body.id).not.toBe(first.body.id)
  expect(await named(sent.name)).toBe(3)
})

it('of calls that meet under one key one is done, and the others wait for its answer [AP-3]', async () => {
  const sent = { name: 'Met', tz: 'Europe/Paris' }
  const answers = await Promise.all(Array.from({ length: 6 }, () => make(one, 'key-that-meets', sent)))
  expect(new Set(answers.map(({ status, body }) => `${status} ${body.id}`)).size).toBe(1)
  expect(await named(sent.name)).toBe(1)
})

it('a key is of one call and what it carried; one that failed has used up none [AP-3]', async () => {
  const refused = await make(one, 'key-of-a-fault', { name: 'Faulty', tz: 'Nowhere' })
  expect(refused.status).toBe(422)
  expect((await make(one, 'key-of-a-fault', { name: 'Mended', tz: 'UTC' })).status).toBe(201)
  const again = await make(one, 'key-of-a-fault', { name: 'Something else', tz: 'UTC' })
  expect([again.status, again.body.code]).toEqual([422, 'key_reused'])
  const elsewhere = await make(one, 'key-of-a-fault', { name: 'Mended' }, createMedicalGroup.path)
  expect([elsewhere.status, elsewhere.body.code]).toEqual([422, 'key_reused'])
  expect((await make(one, 'short', { name: 'Short', tz: 'UTC' })).body.code).toBe('malformed_key')
})

it('answers are their caller’s alone, and forgotten after an hour [AP-3]', async () => {
  await make(one, 'key-to-forget', { name: 'Forgotten', tz: 'UTC' })
  const log = createLog('error')
  const seenBy = (id: string) =>
    portal.databases.requests.transaction().execute(async (db) => {
      await sql`select set_config('app.scope', 'clinics', true), set_config('app.user', ${id}, true)`.execute(db)
      return (await db.selectFrom('answered_calls').select('key').where('key', '=', 'key-to-forget').execute()).length
    })
  expect([await seenBy(one.userId), await seenBy(other.userId)]).toEqual([1, 0])
  const clear = () =>
    withCtx({ database: portal.database, actor: { type: 'job', name: 'test' }, log }, removeOldAnswers)
  await clear()
  expect(await seenBy(one.userId)).toBe(1)
  await portal.owner.updateTable('answered_calls').set({ answered_at: sql`now() - interval '61 minutes'` }).execute()
  await clear()
  expect(await seenBy(one.userId)).toBe(0)
})
