import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { createLog } from '../platform/log.ts'
import { openProvider, type Provider } from './provider.ts'

/** What identity providers answer that no sign-in at a well-behaved one shows (SI-1). */

const { privateKey, publicKey } = await generateKeyPair('RS256')
let provider: Provider
let answers: Readonly<Record<string, { readonly status?: number; readonly body?: object }>>
let published: [kid: string, key: CryptoKey][] = [['first', publicKey]]
let told: Readonly<Record<string, unknown>>

const server = createServer(async ({ url = '' }, response) => {
  const path = url.slice(1)
  const said = { iss: issuer, sub: 'ada', aud: 'eupnea', groups: ['Nurses'], ...told }
  const id_token = () =>
    new SignJWT(said).setIssuedAt().setExpirationTime('5m').setProtectedHeader({ alg: 'RS256' }).sign(privateKey)
  const usual: Record<string, () => Promise<object>> = {
    '.well-known/openid-configuration': async () => ({
      ...{ issuer, authorization_endpoint: `${issuer}/auth`, token_endpoint: `${issuer}/token` },
      ...{ userinfo_endpoint: `${issuer}/userinfo`, jwks_uri: `${issuer}/keys` },
    }),
    keys: async () => ({
      keys: await Promise.all(published.map(async ([kid, key]) => ({ kid, ...(await exportJWK(key)) }))),
    }),
    token: async () => ({ access_token: 'a', token_type: 'Bearer', id_token: await id_token() }),
    userinfo: async () => ({ sub: 'ada' }),
  }
  const { status = 200, body } = answers[path] ?? {}
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(body ?? (await usual[path]?.())))
})
let issuer = ''
let all: Parameters<typeof openProvider>[0]

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'eupnea', OIDC_CLIENT_SECRET: 'secret' }
  const more = { OIDC_CLIENT_KEY: undefined, OIDC_SCOPES: 'openid', OIDC_GROUPS_CLAIM: 'groups', OIDC_NAME: 'Maple' }
  all = { ...settings, ...more, OIDC_ACR: [], OIDC_AMR: [] }
  provider = (await openProvider(all, () => 'http://localhost', createLog('silent')))!
})
afterAll(() => server.close())
beforeEach(() => {
  answers = {}
  told = {}
})

it('says in words which file holds no key [SI-1]', async () => {
  const opened = openProvider({ ...all, OIDC_CLIENT_KEY: 'package.json' }, () => '', createLog('silent'))
  await expect(opened).rejects.toThrow(/^OIDC_CLIENT_KEY: package\.json holds no private key in PKCS #8\. It must be/)
})

async function come(is_proof = false) {
  const begun = await provider.begin(is_proof)
  told = { nonce: begun.nonce, ...told }
  return provider.finish(`code=c&state=${begun.state}`, { ...begun, is_proof })
}

it.each([
  ['token', 500],
  ['token', 503],
  ['userinfo', 502],
])('%s that answers %i is out of reach, and no sign-in that has expired [SI-1]', async (path, status) => {
  answers = { [path]: { status, body: {} } }
  await expect(come()).rejects.toMatchObject({ status: 503, code: 'directory_unreachable' })
})

it.each([
  [{ nonce: 'another' }],
  [{ aud: 'another' }],
  [{ aud: ['eupnea', 'another'] }],
  [{ iss: 'https://other.example' }],
])('an ID token with %j lets nobody in [SI-1]', async (more) => {
  told = more
  await expect(come()).rejects.toMatchObject({ status: 403, code: 'directory_attempt_unknown' })
})

it('several audiences are taken if the portal is the one that asked, and an address in any case [SI-1]', async () => {
  told = { aud: ['eupnea', 'another'], azp: 'eupnea', email: 'Ada@Maple.Example' }
  expect(await come()).toMatchObject({ subject: 'ada', email: 'ada@maple.example', isEmailVerified: false })
})

it('only what the provider says it asked a moment ago proves who somebody is [SI-1] [DO-5]', async () => {
  const ask = new URL((await provider.begin(true)).url).searchParams
  expect([ask.get('prompt'), ask.get('max_age')]).toEqual(['login', '600'])
  const now = Math.floor(Date.now() / 1_000)
  told = { auth_time: now - 60 }
  expect((await come(true)).provedAt.epochMilliseconds).toBe((now - 60) * 1_000)
  for (const auth_time of [now - 660, undefined]) {
    told = { auth_time }
    await expect(come(true)).rejects.toMatchObject({ status: 403, code: 'directory_not_asked' })
  }
  // That is signed by nobody.
  answers = { userinfo: { body: { sub: 'ada', auth_time: now } } }
  told = {}
  await expect(come(true)).rejects.toMatchObject({ status: 403, code: 'directory_not_asked' })
})

it('any other sign-in is as old a proof as the provider says, and none if it doesn’t say [SI-1] [DO-5]', async () => {
  const now = Date.now()
  for (const [auth_time, from, to] of [
    [1_000_000_000, 1e12, 1e12],
    [now, now, Number.POSITIVE_INFINITY],
    [undefined, 0, 0],
  ] as const) {
    told = { auth_time }
    const { epochMilliseconds } = (await come()).provedAt
    expect(epochMilliseconds).toBeGreaterThanOrEqual(from)
    expect(epochMilliseconds).toBeLessThanOrEqual(Math.min(to, Date.now()))
  }
})

it('an address is verified by whoever tells it, not by what was said of another one [SI-1]', async () => {
  answers = { userinfo: { body: { sub: 'ada', email: 'ada@maple.example', email_verified: true, groups: ['Nurses'] } } }
  told = { email: 'boss@maple.example', groups: undefined }
  expect(await come()).toMatchObject({ email: 'boss@maple.example', isEmailVerified: false })
  told = { email: 'Ada@maple.example', groups: undefined }
  expect(await come()).toMatchObject({ email: 'ada@maple.example', isEmailVerified: true })
  told = { groups: undefined }
  expect(await come()).toMatchObject({ email: 'ada@maple.example', isEmailVerified: true })
})

it('groups that the provider keeps elsewhere are unknown, and not none [SI-1]', async () => {
  // As Entra ID does of people in more than 200 groups (OpenID Connect Core 1.0, section 5.6.2).
  const elsewhere = { _claim_names: { groups: 'src1' }, _claim_sources: { src1: { endpoint: `${issuer}/groups` } } }
  const leftOut = { ...elsewhere, groups: undefined, email: 'ada@maple.example' }
  told = leftOut
  expect((await come()).groups).toBeNull()
  told = leftOut
  answers = { userinfo: { body: { sub: 'ada', groups: ['Nurses'] } } }
  expect((await come()).groups).toEqual(['Nurses'])
  told = { groups: undefined, email: 'ada@maple.example', _claim_names: { address: 'src1' } }
  answers = {}
  expect((await come()).groups).toEqual([])
})

it('a logout token is taken that is signed by a key published a moment ago [SI-1]', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  onTestFinished(() => void vi.useRealTimers())
  const next = await generateKeyPair('RS256')
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const token = (kid: string, key: CryptoKey) =>
    new SignJWT({ iss: issuer, aud: 'eupnea', sub: 'ada', jti: kid, events })
      .setIssuedAt()
      .setProtectedHeader({ alg: 'RS256', kid })
      .sign(key)
  expect(await provider.readLogout(await token('first', privateKey))).toMatchObject({ subject: 'ada' })
  published = [...published, ['next', next.publicKey]]
  vi.setSystemTime(Date.now() + 2_000)
  expect(await provider.readLogout(await token('next', next.privateKey))).toMatchObject({ subject: 'ada' })
  await expect(provider.readLogout(await token('made up', next.privateKey))).rejects.toMatchObject({ status: 400 })
})

it('a logout token is refused that is signed by another key, or old, or of something else [SI-1]', async () => {
  const event = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const right = { iss: issuer, aud: 'eupnea', jti: 'j', sub: 'ada', events: event }
  const read = async (claims: object, key = privateKey, age = 0) => {
    const iat = Math.floor(Date.now() / 1000) - age
    const token = new SignJWT({ ...right, ...claims })
      .setIssuedAt(iat)
      .setProtectedHeader({ alg: 'RS256', kid: 'first' })
    return provider.readLogout(await token.sign(key))
  }
  await expect(read({})).resolves.toMatchObject({ subject: 'ada' })
  const stranger = await generateKeyPair('RS256')
  const refused = { status: 400, code: 'logout_token_refused' }
  await expect(read({}, stranger.privateKey)).rejects.toMatchObject(refused)
  await expect(read({}, privateKey, 400)).rejects.toMatchObject(refused)
  for (const claims of [
    { iss: 'https://other.example' },
    { aud: 'another' },
    { jti: undefined },
    { sub: undefined },
    { events: {} },
    { nonce: 'n' },
  ])
    await expect(read(claims), JSON.stringify(claims)).rejects.toMatchObject(refused)
})

it('forged logout tokens leave one line a minute, however many are sent [SI-1]', async () => {
  const warn = vi.fn()
  const log = { ...createLog('silent'), warn } as never
  const settings = { OIDC_ISSUER: issuer, OIDC_CLIENT_ID: 'eupnea', OIDC_ACR: [], OIDC_AMR: [] }
  const one = (await openProvider({ ...settings, OIDC_CLIENT_SECRET: 's' } as never, () => issuer, log))!
  for (let nth = 0; nth < 20; nth++) await expect(one.readLogout(`a.b.${nth}`)).rejects.toMatchObject({ status: 400 })
  expect(warn).toHaveBeenCalledTimes(1)
})
