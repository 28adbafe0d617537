import { Agent, request as send } from 'node:http'
import { connect } from 'node:net'
import { gzipSync } from 'node:zlib'
import { m } from '@eupnea/texts'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { createMemoryStore, type SignedInClient, startTestHttp, type TestHttp } from '../../tests/kit/portal.ts'
import { clinicRoutes } from '../clinics/index.ts'
import { residentRoutes } from '../residents/index.ts'
import { sessionRoutes } from '../sessions/index.ts'
import { createHttp } from './http.ts'
import { createLog } from './log.ts'
import type { Route } from './route.ts'
import { sessionCookie } from './session-cookie.ts'

let portal: TestHttp
let admin: SignedInClient

beforeAll(async () => {
  portal = await startTestHttp((sessions) => [
    ...sessionRoutes(sessions),
    ...clinicRoutes(createMemoryStore()),
    ...residentRoutes,
  ])
  admin = await portal.asUser()
})
afterAll(() => portal.close())

const raw = async (method: string, path: string, init: RequestInit = {}) => {
  const response = await fetch(`${portal.url}${path}`, {
    method,
    ...init,
    headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'application/json', ...init.headers },
  })
  return {
    status: response.status,
    headers: response.headers,
    body: (await response.json()) as { code: string; field?: string; request_id: string },
  }
}

it('names what is wrong with a request, and never answers 5xx [AP-3]', async () => {
  const cases: [string, string, RequestInit, number, string][] = [
    ['GET', '/api/nothing', {}, 404, 'route_not_found'],
    ['GET', '/elsewhere', {}, 404, 'route_not_found'],
    ['DELETE', '/api/clinics', {}, 405, 'method_not_allowed'],
    ['PATCH', '/api/residents/x/status', { body: '{}' }, 405, 'method_not_allowed'],
    ['OPTIONS', '/api/residents', {}, 405, 'method_not_allowed'],
    ['OPTIONS', '/api/nothing', {}, 404, 'route_not_found'],
    ['POST', '/api/clinics', { body: '{"name":' }, 400, 'malformed_json'],
    ['POST', '/api/clinics', { body: '' }, 400, 'malformed_input'],
    ['POST', '/api/clinics', { body: '[1]' }, 400, 'malformed_body'],
    ['POST', '/api/clinics', { body: '7' }, 400, 'malformed_body'],
    ['POST', '/api/clinics', { body: '{"name":7}' }, 400, 'malformed_input'],
    ['POST', '/api/clinics', { body: '{"name":""}' }, 422, 'refused_input'],
    ['POST', '/api/clinics', { body: '{"__proto__":{"a":1},"name":"x"}' }, 400, 'malformed_json'],
    ['POST', '/api/clinics', { body: 'x'.repeat(3_000_000) }, 413, 'body_too_large'],
    ['POST', '/api/clinics', { body: Buffer.from('{"name":"Caf\xe9"}', 'latin1') }, 400, 'malformed_json'],
    ['POST', '/api/clinics', { body: '{}', headers: { 'content-type': 'text/plain' } }, 415, 'unsupported_media_type'],
    [
      'POST',
      '/api/clinics',
      { body: gzipSync('{"name":"x"}'), headers: { 'content-encoding': 'gzip' } },
      415,
      'unsupported_encoding',
    ],
    [
      'POST',
      '/api/clinics',
      { body: 'a=b', headers: { 'content-type': 'application/x-www-form-urlencoded' } },
      415,
      'unsupported_media_type',
    ],
    ['POST', '/api/nothing', { body: '{' }, 404, 'route_not_found'],
    ['POST', '/api/nothing', { body: 'x', headers: { 'content-type': 'text/plain' } }, 404, 'route_not_found'],
    ['PUT', '/api/clinics', { body: '{' }, 405, 'method_not_allowed'],
    ['POST', '/api/residents/x/status', { body: '{}' }, 400, 'malformed_input'],
    ['POST', '/api/residents/x/status', { body: '{"status":null}' }, 400, 'malformed_input'],
    ['POST', '/api/residents/x/status', { body: '{"status":"2"}' }, 400, 'malformed_input'],
    ['POST', '/api/residents/x/status', { body: '{"status":3}' }, 422, 'refused_input'],
    ['GET', '/api/sa-acm/v1/getAllApisOfRole', {}, 400, 'malformed_input'],
    ['GET', '/api/sa-acm/v1/getAllApisOfRole?group=nobody', {}, 422, 'refused_input'],
    ['POST', '/api/clinics', { body: '{"name":"x","escalation_recipients":["x"]}' }, 422, 'refused_input'],
    ['POST', '/api/clinics', { body: '{"name":"x","escalation_recipients":[7]}' }, 400, 'malformed_input'],
    ['GET', '/api/clinics?page=0', {}, 422, 'refused_input'],
    ['GET', '/api/clinics?page=x', {}, 400, 'malformed_input'],
    ['GET', '/api/clinics?page=1&page=2', {}, 400, 'malformed_input'],
    ['GET', '/api/clinics/%2e%2e%2f', {}, 422, 'refused_input'],
    ['GET', '/api/clinics/%ff', {}, 400, 'malformed_path'],
    ['GET', `/api/clinics/${'x'.repeat(150)}`, {}, 422, 'refused_input'],
  ]
  for (const [method, path, init, status, code] of cases) {
    const answer = await raw(method, path, init)
    expect([method, path, answer.status, answer.body.code]).toEqual([method, path, status, code])
    expect(answer.body.request_id).toMatch(/^[0-9a-f-]{36}$/)
  }
})

it('answers what is not there in the one form of errors [AP-3] [ER-1]', async () => {
  const { status, body } = await raw('GET', '/api/residents/nobody')
  expect([status, body]).toEqual([
    404,
    {
      code: 'resident_not_found',
      title: 'Something went wrong',
      message: m.resident_not_found(),
      request_id: expect.any(String),
    },
  ])
})

it('says which methods a path takes [AP-3]', async () => {
  for (const method of ['DELETE', 'OPTIONS']) {
    const answer = await raw(method, '/api/clinics')
    expect(answer.headers.get('allow')?.split(', ').sort()).toEqual(['GET', 'HEAD', 'POST'])
  }
  // HEAD requests, where GET exists and where it doesn't.
  const head = (path: string) =>
    fetch(`${portal.url}/api${path}`, { method: 'HEAD', headers: { authorization: `Bearer ${admin.token}` } })
  expect((await head('/clinics')).status).toBe(200)
  const refused = await head('/residents/x/status')
  expect([refused.status, refused.headers.get('allow')]).toEqual([405, 'POST'])
})

it('takes a body as UTF-8, with or without a byte order mark, and keeps what it says [AP-3]', async () => {
  for (const mark of ['', '\uFEFF']) {
    const body = `${mark}{"name":"Café Ünïcode 🛏️","tz":"UTC"}`
    const { status, body: clinic } = await raw('POST', '/api/clinics', { body })
    expect([status, clinic]).toEqual([201, expect.objectContaining({ name: 'Café Ünïcode 🛏️' })])
  }
})

it('sends headers that keep others out [AP-3]', async () => {
  const { headers } = await raw('GET', '/api/clinics')
  expect(headers.get('content-security-policy')).toMatch(/script-src 'self';/)
  expect(headers.get('content-security-policy')).not.toMatch(/script-src[^;]*unsafe/)
  expect(headers.get('x-content-type-options')).toBe('nosniff')
  expect(headers.get('cache-control')).toBe('no-store')
})

it('takes the cookie for the web app’s own requests, and not for another site’s [ID-8]', async () => {
  const cookie = `${sessionCookie(false)}=${admin.token}`
  const save = (site: string) =>
    fetch(`${portal.url}/api/clinics`, {
      method: 'POST',
      headers: { cookie, 'content-type': 'application/json', 'sec-fetch-site': site },
      body: JSON.stringify({ name: 'By cookie', tz: 'UTC' }),
    })
  expect((await save('same-origin')).status).toBeLessThan(300)
  expect((await save('cross-site')).status).toBe(401)
  expect((await save('same-site')).status).toBe(401)
})

it('takes the cookie only from its own pages, for reading too [DO-9]', async () => {
  const cookie = `${sessionCookie(false)}=${admin.token}`
  const ask = async (method: string, origin: string, more: Record<string, string> = { cookie }) => {
    const headers = { 'content-type': 'application/json', origin, ...more }
    const body = method === 'POST' ? JSON.stringify({ name: 'By cookie', tz: 'UTC' }) : undefined
    const answer = await fetch(`${portal.url}/api/clinics`, { method, headers, ...(body && { body }) })
    return answer.ok ? 'taken' : ((await answer.json()) as { code: string }).code
  }
  for (const method of ['GET', 'POST']) {
    for (const own of [portal.url, 'http://portal.example']) expect(await ask(method, own)).toBe('taken')
    for (const other of ['https://evil.example', 'null', `${portal.url}1`, portal.url.replace('http:', 'https:')])
      expect(await ask(method, other), `${method} ${other}`).toBe('foreign_origin')
    // A token in the header is no browser's own doing.
    expect(await ask(method, 'https://evil.example', { authorization: `Bearer ${admin.token}` })).toBe('taken')
  }
})

it('answers 401 without a session and 403 where the role does not reach [ID-8] [FA-4]', async () => {
  const member = await portal.asUser({ groups: ['member'] })
  const nurse = await portal.asUser({ groups: ['clinic'] })
  expect((await portal.anonymous.send('GET', '/clinics')).status).toBe(401)
  expect((await portal.withToken('wrong').send('GET', '/clinics')).status).toBe(401)
  expect((await member.send('GET', '/clinics')).status).toBe(403)
  expect((await nurse.send('POST', '/clinics', { name: 'Mine' })).status).toBe(403)
  expect((await nurse.send('GET', '/clinics')).status).toBe(200)
})

it('does not start with a call that declares no access [AP-2]', async () => {
  const bare = { ...residentRoutes[0]!, call: { ...residentRoutes[0]!.call, access: undefined } } as unknown as Route
  const options = {
    routes: [bare],
    databases: portal.databases,
    log: createLog('silent'),
    trustProxy: 0,
    secure: false,
    baseUrl: () => 'http://portal.example',
  }
  await expect(createHttp({ ...options, authenticate: async () => null })).rejects.toThrow('declares no access')
})

it('asks who calls before it reads what they send [ID-8] [AP-3]', async () => {
  const member = await portal.asUser({ groups: ['member'] })
  const say = async (body: string, headers: Record<string, string>) => {
    const init = { body, headers: { 'content-type': 'application/json', authorization: '', ...headers } }
    const { status, body: answer } = await raw('POST', '/api/clinics', init)
    return [status, answer.code]
  }
  const asMember = { authorization: `bearer ${member.token}` }
  for (const body of ['{"broken', '[]', '{"name":7}', 'x'.repeat(3_000_000)]) {
    expect(await say(body, {})).toEqual([401, 'unauthenticated'])
    expect(await say(body, asMember)).toEqual([403, 'forbidden'])
  }
  expect(await say('a=b', { 'content-type': 'text/plain' })).toEqual([401, 'unauthenticated'])
})

it('does not cut off who is still sending too long a body, so that the answer reaches them [AP-3]', async () => {
  const { hostname, port } = new URL(portal.url)
  const socket = connect({ host: hostname, port: Number(port) })
  let said = ''
  let ended: string | null = null
  socket.on('data', (chunk) => {
    said += chunk.toString()
  })
  socket.on('error', ({ message }) => {
    ended = message
  })
  socket.on('close', () => {
    ended ??= 'closed'
  })
  const head = [`host: ${hostname}`, `authorization: Bearer ${admin.token}`]
  const long = ['POST /api/clinics HTTP/1.1', ...head, 'content-type: application/json', 'content-length: 4000000']
  socket.write(`${long.join('\r\n')}\r\n\r\n`)
  await expect.poll(() => said).toContain('body_too_large')
  socket.write('x'.repeat(4_000_000))
  socket.write(`${['GET /api/clinics HTTP/1.1', ...head].join('\r\n')}\r\n\r\n`)
  await expect.poll(() => ended ?? said).toContain('HTTP/1.1 200')
  socket.destroy()
})

it('reads no long body of a call that anybody or any member may make [AP-3] [ID-9]', async () => {
  const body = JSON.stringify({ email: 'somebody@example.org', password: 'x', more: 'x'.repeat(32_000) })
  const signIn = await raw('POST', '/api/auth/sign-in', { body, headers: { authorization: '' } })
  expect([signIn.status, signIn.body.code]).toEqual([413, 'body_too_large'])
  const code = await raw('POST', '/api/auth/verify-email/submit', {
    body: JSON.stringify({ code: 'x'.repeat(32_000) }),
  })
  expect([code.status, code.body.code]).toEqual([413, 'body_too_large'])
  // Larger bodies are accepted from people who manage a facility.
  expect((await raw('POST', '/api/clinics', { body: `{"name":"${' '.repeat(1_000_000)}House"}` })).status).toBe(201)
})

it('says what is wrong with a request that is none, also when it is long [AP-3]', async () => {
  const { hostname, port } = new URL(portal.url)
  const answerTo = (words: string) =>
    new Promise<string>((resolve, reject) => {
      let answer = ''
      const socket = connect({ host: hostname, port: Number(port) }, () => socket.end(words))
      socket.on('data', (chunk) => {
        answer += chunk.toString()
      })
      socket.on('error', reject)
      socket.on('close', () => resolve(answer))
    })
  for (let tries = 0; tries < 20; tries++) {
    expect(await answerTo(`GET /api/clinics?search=${'x'.repeat(400_000)} HTTP/1.1\r\n\r\n`)).toContain(
      'headers_too_large',
    )
    expect(await answerTo('x'.repeat(400_000))).toContain('malformed_request')
  }
  const toHead = await answerTo(`HEAD /api/clinics?search=${'x'.repeat(20_000)} HTTP/1.1\r\n\r\n`)
  expect(toHead).toMatch(/^HTTP\/1.1 431 .*\r\n\r\n$/s)
})

it('goes on answering a connection on which another protocol was offered [AP-3]', async () => {
  const member = await portal.asUser({ groups: ['member'] })
  // Like a proxy: requests of several people, one after the other, on one connection.
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const answerOf = (headers: Record<string, string>, body: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const request = send(`${portal.url}/api/clinics`, {
        ...{ method: 'POST', agent, timeout: 5_000 },
        headers: { 'content-type': 'application/json', ...headers },
      })
      request.on('response', (response) => response.resume().on('end', () => resolve(response.statusCode)))
      request.on('timeout', () => request.destroy(new Error('no answer')))
      request.on('error', reject)
      request.end(body)
    })
  const offer = { connection: 'upgrade', upgrade: 'h2c' }
  const large = JSON.stringify({ name: 'x'.repeat(200_000) })
  try {
    // Refused before the body is read, after looking up the caller.
    expect(await answerOf({ ...offer, authorization: `Bearer ${member.token}` }, large)).toBe(403)
    expect(await answerOf({}, '{}')).toBe(401)
    expect(await answerOf({ ...offer, authorization: `Bearer ${admin.token}` }, large)).toBe(422)
    expect(await answerOf({}, '{}')).toBe(401)
  } finally {
    agent.destroy()
  }
})
