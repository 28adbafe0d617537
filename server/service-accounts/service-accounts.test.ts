import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { saveResident } from '@eupnea/contract/residents.ts'
import { createServiceAccount, listServiceAccounts, revokeServiceAccount } from '@eupnea/contract/service-accounts.ts'
import { m } from '@eupnea/texts'
import { exportJWK, generateKeyPair } from 'jose'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import {
  makeSmartKeys,
  postForm,
  requestToken,
  type SmartKeys,
  signInByDiscovery,
} from '../../tests/kit/smart-client.ts'
import { observationRoutes } from '../observations/index.ts'
import { withCtx } from '../platform/context.ts'
import { createLog } from '../platform/log.ts'
import { createOutgoing } from '../platform/outgoing.ts'
import { createSealer } from '../platform/seal.ts'
import { residentRoutes } from '../residents/index.ts'
import { removeExpiredTokens, serviceAccountRoutes } from './index.ts'

/** Programs that sign in with a key of their own (FH-2). */

let portal: TestHttp
let admin: SignedInClient
let keys: SmartKeys
let endpoint: string
let fhir: string
const own: { clinic_id: string; patient_id: string }[] = []

beforeAll(async () => {
  const baseUrl = () => portal.url
  portal = await startTestHttp([
    ...serviceAccountRoutes(baseUrl, createOutgoing()),
    ...observationRoutes({ baseUrl, sealer: createSealer('secret') }),
    ...residentRoutes,
  ])
  admin = await portal.asUser()
  keys = await makeSmartKeys()
  endpoint = `${portal.url}/api/oauth/token`
  fhir = `${portal.url}/api/fhir`
  for (const last_name of ['One', 'Two']) {
    const clinic_id = await portal.createClinic()
    const { patient_id } = await admin.call(saveResident, { clinic_id, first_name: 'Ada', last_name })
    own.push({ clinic_id, patient_id })
  }
})
afterAll(() => portal.close())

const create = (more: object = {}) =>
  admin.call(createServiceAccount, { name: 'EHR', jwks: keys.jwks, scopes: 'system/*.rs', ...more })
const ask = async (client_id: string, claims: object = {}, header: object = {}, scope = 'system/*.rs') =>
  requestToken(endpoint, await keys.assert(client_id, endpoint, claims, header), scope)

it('is one when it is made again after a lost answer: revoked, its key opens nothing [FH-2] [AP-3]', async () => {
  const make = async () => {
    const answer = await fetch(`${portal.url}/api${createServiceAccount.path}`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${admin.token}`,
        'content-type': 'application/json',
        'idempotency-key': 'key-of-an-account',
      },
      body: JSON.stringify({ name: 'Made again', jwks: keys.jwks, scopes: 'system/*.rs' }),
    })
    return (await answer.json()) as { client_id: string }
  }
  const made = await make()
  expect(await make()).toEqual(made)
  const { items } = await admin.call(listServiceAccounts, {})
  expect(items.filter(({ name }) => name === 'Made again').map(({ client_id }) => client_id)).toEqual([made.client_id])
})

it('signs in by a key that it has published, for five minutes, and reads [FH-2]', async () => {
  for (const alg of ['ES384', 'RS384'] as const) {
    const its = await makeSmartKeys(alg)
    const { client_id } = await create({ jwks: its.jwks })
    const { status, body } = await requestToken(endpoint, await its.assert(client_id, endpoint), 'system/Patient.read')
    expect([status, body]).toEqual([
      200,
      { access_token: expect.any(String), token_type: 'bearer', expires_in: 300, scope: 'system/Patient.read' },
    ])
    const program = portal.withToken(String(body.access_token))
    expect((await program.send('GET', `/fhir/Patient/${own[0]!.patient_id}`)).status).toBe(200)
    expect(await program.send('GET', '/fhir/Device')).toMatchObject({
      status: 403,
      body: { resourceType: 'OperationOutcome' },
    })
    expect((await program.send('GET', `/residents?clinic_id=${own[0]!.clinic_id}`)).status).toBe(403)
  }
})

it('reads only the facilities it is given, and each read is in the log under its name [FH-2] [FA-4] [AP-5]', async () => {
  const { client_id } = await create({ name: 'Maple EHR', clinic_ids: [own[0]!.clinic_id] })
  const program = portal.withToken(await signInByDiscovery(fhir, client_id, keys, 'system/*.read'))
  const { body } = await program.send('GET', '/fhir/Patient')
  expect((body as { total: number }).total).toBe(1)
  expect((await program.send('GET', `/fhir/Patient/${own[1]!.patient_id}`)).status).toBe(404)
  const rows = await portal.owner.selectFrom('audit_entries').selectAll().where('actor_id', '=', client_id).execute()
  expect(rows.map(({ act, actor_type, actor_name, clinic_id }) => [act, actor_type, actor_name, clinic_id])).toEqual([
    ['service-account.sign-in', 'service-account', 'Maple EHR', null],
    ['observation.list-patients', 'service-account', 'Maple EHR', own[0]!.clinic_id],
  ])
})

it('is refused in OAuth’s words for whatever is wrong with the assertion [FH-2]', async () => {
  const { client_id } = await create()
  const now = Math.floor(Date.now() / 1_000)
  const other = await makeSmartKeys()
  for (const [name, claims, header] of [
    ['audience', { aud: 'https://elsewhere.example/token' }, {}],
    ['no audience', { aud: undefined }, {}],
    ['too long', { exp: now + 3_600 }, {}],
    ['expired', { exp: now - 120 }, {}],
    ['no end', { exp: undefined }, {}],
    ['no id', { jti: undefined }, {}],
    ['subject', { sub: 'other' }, {}],
    ['issuer', { iss: 'unknown', sub: 'unknown' }, {}],
    ['issuer no database takes', { iss: '\u0000', sub: '\u0000' }, {}],
    ['kid', {}, { kid: 'unknown' }],
    ['no kid', {}, { kid: undefined }],
    ['keys elsewhere', {}, { jku: 'https://elsewhere.example/jwks' }],
  ] as const) {
    const { status, body } = await ask(client_id, claims, header)
    expect([name, status, body.error], name).toEqual([name, 401, 'invalid_client'])
    const message = expect.any(String)
    expect(body).toMatchObject({ code: 'invalid_client', title: m.common_failed_title(), message, request_id: message })
    expect(body.error_description).toBe(body.message)
  }
  expect((await ask(client_id, { exp: now - 120 })).body.error_description).toContain('exp must be')
  // Its clock may differ from the portal's a little.
  expect((await ask(client_id, { exp: now - 10 })).status).toBe(200)
  // Signed by another key under the same kid, and unsigned.
  const forged = await other.assert(client_id, endpoint, {}, { kid: keys.kid })
  expect((await requestToken(endpoint, forged, 'system/*.rs')).body.error).toBe('invalid_client')
  const [, payload] = (await keys.assert(client_id, endpoint)).split('.')
  const none = `${Buffer.from(JSON.stringify({ alg: 'none', kid: keys.kid })).toString('base64url')}.${payload}.`
  expect((await requestToken(endpoint, none, 'system/*.rs')).body.error).toBe('invalid_client')

  const good = await keys.assert(client_id, endpoint)
  expect((await requestToken(endpoint, good, 'system/*.rs', { grant_type: 'password' })).body.error).toBe(
    'unsupported_grant_type',
  )
  expect((await requestToken(endpoint, good, 'system/*.rs', { client_assertion_type: 'x' })).body.error).toBe(
    'invalid_request',
  )
  expect((await requestToken(endpoint, good, 'system/Patient.write')).body.error).toBe('invalid_scope')
  expect((await postForm(endpoint, {})).body.error).toBe('invalid_request')
  expect((await requestToken(endpoint, good, 'system/*.rs')).status).toBe(200)
  // Each assertion works once.
  expect(await requestToken(endpoint, good, 'system/*.rs')).toMatchObject({
    status: 401,
    body: { error: 'invalid_client' },
  })
})

it('reads its keys from an address, again when another key is used [FH-2]', async () => {
  let published = keys.jwks
  let asked = 0
  const server = createServer((_request, response) => {
    asked++
    response.end(JSON.stringify(published))
  })
  await new Promise<void>((done) => void server.listen(0, '127.0.0.1', done))
  const jwks_url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/jwks`
  const { client_id } = await create({ jwks: undefined, jwks_url })
  expect((await ask(client_id)).status).toBe(200)
  expect((await ask(client_id, {}, { jku: jwks_url })).status).toBe(200)
  expect(asked).toBe(1)
  published = { keys: [] }
  server.close()
  const admins = await portal.asUser({ groups: ['vc-admin', 'superadmin-feature'] })
  const inner = { name: 'EHR', scopes: ['system/*.rs'], jwks_url }
  expect((await admins.refused(createServiceAccount, inner)).body.field).toBe('jwks_url')
})

it('is registered only with what can be used [FH-2]', async () => {
  const refused = async (more: object) =>
    (await admin.refused(createServiceAccount, { name: 'EHR', jwks: keys.jwks, scopes: 'system/*.rs', ...more })).body
      .field
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const [open, secret] = [await exportJWK(publicKey), await exportJWK(privateKey)]
  expect(await refused({ jwks: undefined })).toBe('jwks')
  expect(await refused({ jwks_url: 'https://ehr.example/jwks' })).toBe('jwks')
  expect(await refused({ jwks: { keys: [{ ...open, kid: 'a' }] } })).toBe('jwks')
  expect(await refused({ jwks: { keys: [{ ...secret, kid: 'a' }] } })).toBe('jwks')
  expect(await refused({ jwks: { keys: [keys.jwks.keys[0], keys.jwks.keys[0]] } })).toBe('jwks')
  expect(await refused({ jwks: { keys: [{ ...keys.jwks.keys[0], kid: undefined }] } })).toBe('jwks')
  expect(await refused({ scopes: 'system/Patient.write' })).toBe('scopes')
  expect(await refused({ scopes: [] })).toBe('scopes')
  expect(await refused({ clinic_ids: ['nowhere'] })).toBe('clinic_ids')
  expect(await refused({ name: ' ' })).toBe('name')
  for (const groups of [['vc-admin'], ['clinic'], ['member']])
    expect((await (await portal.asUser({ groups })).refused(listServiceAccounts, {})).status).toBe(403)
})

it('is listed, and ends immediately when it is revoked [FH-2]', async () => {
  const { client_id } = await create({ name: 'To be revoked' })
  const program = portal.withToken(await signInByDiscovery(fhir, client_id, keys, 'system/*.read'))
  expect((await program.send('GET', '/fhir/Patient')).status).toBe(200)
  const { items } = await admin.call(listServiceAccounts, { page_size: 200 })
  expect(items.find((one) => one.client_id === client_id)).toMatchObject({ name: 'To be revoked', clinic_ids: null })
  await admin.call(revokeServiceAccount, { client_id })
  expect((await program.send('GET', '/fhir/Patient')).status).toBe(401)
  expect((await ask(client_id)).body.error).toBe('invalid_client')
  expect((await admin.refused(revokeServiceAccount, { client_id })).status).toBe(404)
})

it('holds a token for five minutes and not a moment longer [FH-2]', async () => {
  const { client_id } = await create()
  const program = portal.withToken(await signInByDiscovery(fhir, client_id, keys, 'system/*.read'))
  await portal.owner
    .updateTable('service_tokens')
    .set({ expires_at: Temporal.Now.instant() })
    .where('account_id', '=', client_id)
    .execute()
  expect((await program.send('GET', '/fhir/Patient')).status).toBe(401)
})

it('leaves no expired tokens and assertions behind [FH-2]', async () => {
  const { client_id } = await create()
  for (const ends of ['expires', 'stays']) {
    await ask(client_id)
    if (ends === 'stays') continue
    for (const table of ['service_tokens', 'service_assertions'] as const)
      await portal.owner
        .updateTable(table)
        .set({ expires_at: Temporal.Now.instant().subtract({ seconds: 1 }) })
        .where('account_id', '=', client_id)
        .execute()
  }
  const database = portal.databases.identity
  await withCtx({ database, actor: { type: 'job', name: 'test' }, log: createLog('silent') }, removeExpiredTokens)
  for (const table of ['service_tokens', 'service_assertions'] as const) {
    const left = await portal.owner.selectFrom(table).select('expires_at').where('account_id', '=', client_id).execute()
    expect(left).toHaveLength(1)
  }
})

// Last: until the minute is over, every wrong one is answered so.
it('signs in whatever another program behind its address does wrong, of which only some is written down [FH-2]', async () => {
  const { client_id } = await create()
  const broken = await create()
  const wrong = async () => (await ask(broken.client_id, { exp: 1 })).status
  expect(new Set(await Promise.all(Array.from({ length: 70 }, wrong)))).toEqual(new Set([401, 429]))
  expect((await ask(client_id)).status).toBe(200)
  const entries = await portal.owner
    .selectFrom('audit_entries')
    .where('act', '=', 'service-account.refuse')
    .where('actor_id', '=', broken.client_id)
    .select('id')
    .execute()
  expect(entries.length).toBeLessThanOrEqual(60)
})
