import { once } from 'node:events'
import { connect } from 'node:net'
import { access } from '@eupnea/contract/access.ts'
import { call } from '@eupnea/contract/call.ts'
import { documentBytes } from '@eupnea/contract/rules/documents.ts'
import { afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { z } from 'zod'
import type { UserActor } from './context.ts'
import { createHttp } from './http.ts'
import type { Log } from './log.ts'
import { routeApart, routeOfUpload } from './route.ts'

vi.setConfig({ testTimeout: 20_000 })

/** Requests that never finish, with simulated time. */

const said = {
  method: 'POST',
  access: access.superadmin,
  summary: '',
  input: z.object({}),
  output: z.unknown(),
} as const
const say = call({ ...said, name: 'say', path: '/say' })
const upload = call({ ...said, name: 'upload', path: '/upload', carries: 'upload' })

let http: Awaited<ReturnType<typeof createHttp>>
let received: string
let log: { warn: ReturnType<typeof vi.fn>; error: ReturnType<typeof vi.fn> }

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  received = ''
  log = { warn: vi.fn(), error: vi.fn() }
  http = await createHttp({
    routes: [
      routeApart(say, async () => ({})),
      routeOfUpload(upload, async ({ body }) => {
        for await (const piece of body) received += piece
        return { received }
      }),
    ],
    databases: {} as never,
    log: log as unknown as Log,
    trustProxy: 0,
    secure: false,
    baseUrl: () => 'http://portal.example',
    authenticate: async (token) =>
      token === 'bad'
        ? null
        : ({ type: 'user', id: 'u-1', role: token === 'good' ? 'Superadmin' : 'Member' } as UserActor),
  })
  await http.listen({ port: 0, host: '127.0.0.1' })
})
afterEach(async () => {
  http.server.closeAllConnections()
  await http.close()
  vi.useRealTimers()
})

/** Polls while the simulated time passes. */
const poll = <T>(look: () => T) => expect.poll(look, { timeout: 4_000 })

/** Sends raw text and collects what comes back. */
async function open(...words: string[]) {
  const { port } = http.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  onTestFinished(() => void socket.destroy())
  const of = { socket, answer: '' }
  socket.on('data', (chunk) => {
    of.answer += chunk
  })
  socket.on('error', () => {})
  const arrived = once(http.server, 'connection')
  socket.write(words.join('\r\n'))
  await arrived
  return of
}

const half = (path: string, token: string) =>
  open(
    `POST ${path} HTTP/1.1`,
    'Host: portal',
    `Authorization: Bearer ${token}`,
    'Content-Type: application/json',
    'Content-Length: 10',
    '',
    '{"a":',
  )

it('waits a minute for a body, and longer only for a file of who may send it [AP-3] [FI-2]', async () => {
  const slow = await Promise.all([half('/api/say', 'good'), half('/api/upload', 'bad'), half('/%ff', 'good')])
  const file = await half('/api/upload', 'good')
  await poll(() => [received, slow[1].answer]).toEqual(['{"a":', expect.stringContaining(' 401 ')])
  vi.advanceTimersByTime(50_000)
  file.socket.write('1,"')
  await poll(() => received).toBe('{"a":1,"')
  expect(slow.map(({ answer }) => answer.includes(' 408 '))).toEqual([false, false, false])
  vi.advanceTimersByTime(10_000)
  await poll(() => slow.map(({ answer }) => answer.includes('request_timeout'))).toEqual([true, true, true])
  vi.advanceTimersByTime(240_000)
  file.socket.write('"}')
  await poll(() => file.answer).toMatch(/ 200 [\s\S]*1,/)
})

it('waits for a file of the largest size over half a megabit a second, and a minute at most for headers [FI-2]', () => {
  expect(http.server.requestTimeout).toBeGreaterThan((documentBytes * 8) / 500)
  expect(http.server.headersTimeout).toBeLessThanOrEqual(60_000)
})

it('ends within seconds, whoever holds back half a request or does not answer a close [AP-3]', async () => {
  http.server.on('upgrade', (_request, socket) => socket.end('HTTP/1.1 404 Not Found\r\n\r\n'))
  await half('/api/say', 'good')
  const upgraded = await open('GET /live HTTP/1.1', 'Host: portal', 'Connection: Upgrade', 'Upgrade: websocket', '', '')
  await poll(() => upgraded.answer).toContain('404')
  const closed = http.close()
  const isClosed = vi.fn()
  void closed.then(isClosed)
  await poll(() => http.server.listening).toBe(false)
  expect(isClosed).not.toHaveBeenCalled()
  vi.advanceTimersByTime(4_000)
  await closed
})

it('closes connections beyond half of the files that the process may open, and says so [AP-3]', async () => {
  expect(http.server.maxConnections).toBeGreaterThan(100)
  http.server.maxConnections = 2
  const first = await Promise.all([open('GET /a'), open('GET /b')])
  const { port } = http.server.address() as { port: number }
  for (let more = 0; more < 2; more++)
    await once(
      connect(port, '127.0.0.1').on('error', () => {}),
      'close',
    )
  expect(first.every(({ socket }) => !socket.destroyed)).toBe(true)
  await poll(() => log.warn.mock.calls).toEqual([[expect.anything(), 'too many HTTP connections: one was closed']])
})

it('answers what arrives while it stops like anything else, and ends that connection [AP-3]', async () => {
  const head = ['POST /api/say HTTP/1.1', 'Host: portal', '']
  const rest = ['Authorization: Bearer good', 'Content-Type: application/json', 'Content-Length: 2', '', '{}']
  // The second has begun to arrive once the first is answered.
  const late = await open([...head.slice(0, 2), ...rest].join('\r\n') + head.join('\r\n'))
  await poll(() => late.answer).toContain(' 200 ')
  late.answer = ''
  const closed = http.close()
  await poll(() => http.server.listening).toBe(false)
  late.socket.write(rest.join('\r\n'))
  await poll(() => late.answer).toMatch(/^HTTP\/1\.1 200 [\s\S]*connection: close/i)
  await closed
})

it('has a log line for each refused call: what, by whom, from where, and nothing of what was sent [AP-3]', async () => {
  const send = (token: string | null, url = '/api/say?name=Harold', payload = '{}') => {
    const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
    return http.inject({ method: 'POST', url, payload, headers })
  }
  const refused = await send('member')
  await send('bad')
  await send('good', '/api/say', '{"name":"Harold"')
  await send('good', '/api/Harold')
  const visitor = await send(null)
  await send('good', '/api/say')
  expect(visitor.headers['www-authenticate']).toBe('Bearer')
  const call = 'POST /api/say'
  expect(log.warn.mock.calls.map(([line]) => line)).toMatchObject([
    { status: 403, code: 'forbidden', call, actor: 'u-1', address: '127.0.0.1', request_id: refused.json().request_id },
    { status: 401, code: 'unauthenticated', call, actor: null },
    { status: 400, code: 'malformed_json', call, actor: 'u-1' },
    { status: 404, code: 'route_not_found', call: null },
  ])
  expect(JSON.stringify(log.warn.mock.calls)).not.toContain('Harold')
})

it('tells of another site’s calls once a minute, however many and long they are [DO-9] [AP-3]', async () => {
  const headers = { cookie: 'eupnea_session=any', origin: `https://evil.example/${'x'.repeat(5_000)}` }
  for (let nth = 0; nth < 20; nth++) await http.inject({ method: 'POST', url: '/api/say', headers })
  expect(log.warn.mock.calls.map(([line]) => line)).toMatchObject([
    {
      status: 403,
      code: 'foreign_origin',
      named: { origin: expect.stringMatching(/^https:\/\/evil\.example\/x{179}$/) },
    },
  ])
})
