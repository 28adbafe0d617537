import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { signIn, signOut } from '@eupnea/contract/sessions.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { environment } from '../../server/platform/config.ts'
import { admin, type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** Headers of every answer, from a portal as an operator runs it, over http and https. */

const dist = 'web/dist'
/** `npm test` builds the web app first; run alone, this works without it */
const isBuilt = existsSync(`${dist}/index.html`)
const built = isBuilt ? readdirSync(dist, { recursive: true, encoding: 'utf8' }) : []
const asset = (ending: string) => `/${built.find((path) => path.startsWith('assets') && path.endsWith(ending))}`

describe.each([
  { scheme: 'http', baseUrl: 'http://portal.example' },
  { scheme: 'https', baseUrl: 'https://portal.example' },
])('a portal that people reach by $scheme', ({ scheme, baseUrl }) => {
  let folder: Awaited<ReturnType<typeof temporaryFolder>>
  let portal: SpawnedPortal
  const isSecure = scheme === 'https'

  beforeAll(async () => {
    folder = await temporaryFolder()
    portal = await spawnPortal({ dataDir: folder.path, env: { BASE_URL: baseUrl } })
  })
  afterAll(async () => {
    await portal?.stop()
    await folder?.remove()
  })

  const get = (path: string) => fetch(`${portal.http}${path}`, { headers: { authorization: `Bearer ${portal.token}` } })
  const answers = ['/api/host', '/api/clinics', '/api/nothing', '/api/%ff', '/api/clinics?page=0', '/healthz']
  const pages = isBuilt ? ['/', '/user/login', '/clinic/profile', asset('.js'), asset('.css')] : []

  it('answers programs that ask for what does not exist with no page [AP-3] [SI-1]', async () => {
    for (const path of ['/scim/v2', '/scim/v2/Nothing', '/api', '/healthz/x', '/metrics/x', '/live/x']) {
      const { status, headers } = await get(path)
      expect([401, 404], path).toContain(status)
      expect(headers.get('content-type'), path).toMatch(/json/)
    }
  })

  it('lets nothing run, frame or guess that is not its own [AP-3] [DO-9]', async () => {
    for (const path of [...answers, ...pages]) {
      const { headers } = await get(path)
      expect(headers.get('x-content-type-options'), path).toBe('nosniff')
      expect(headers.get('x-powered-by'), path).toBeNull()
      expect(headers.get('server'), path).toBeNull()
      expect(headers.get('access-control-allow-origin'), path).toBeNull()
      // Invalid paths are refused before any page is involved.
      if (path === '/api/%ff') continue
      expect(headers.get('referrer-policy'), path).toBe('same-origin')
      expect(headers.get('strict-transport-security') !== null, path).toBe(isSecure)
      const policy = new Map(
        (headers.get('content-security-policy') ?? '').split(';').map((part): [string, string] => {
          const [name = '', ...values] = part.trim().split(' ')
          return [name, values.join(' ')]
        }),
      )
      expect(policy.get('default-src'), path).toBe("'self'")
      expect(policy.get('script-src'), path).toBe("'self'")
      expect(policy.get('script-src-attr'), path).toBe("'none'")
      expect(policy.get('font-src'), path).toBe("'self'")
      expect(policy.get('object-src'), path).toBe("'none'")
      expect(policy.get('base-uri'), path).toBe("'none'")
      const own = new URL(portal.http).host
      expect(policy.get('connect-src'), path).toBe(`'self' ${isSecure ? 'wss' : 'ws'}://${own}`)
      expect(policy.get('form-action'), path).toBe("'self'")
      expect(policy.get('frame-ancestors'), path).toBe("'none'")
      expect(policy.has('upgrade-insecure-requests'), path).toBe(isSecure)
    }
  })

  it('lets nobody keep an answer, and everybody keep what never changes [AP-3]', async () => {
    for (const path of answers.filter((one) => one.startsWith('/api')))
      expect((await get(path)).headers.get('cache-control'), path).toBe('no-store')
    if (!isBuilt) return
    for (const path of ['/', '/user/login']) expect((await get(path)).headers.get('cache-control')).toBe('no-cache')
    for (const path of [asset('.js'), asset('.css')])
      expect((await get(path)).headers.get('cache-control'), path).toContain('immutable')
  })

  it('keeps the session in a cookie that no script and no other site can use [ID-8] [DO-9]', async () => {
    const post = (path: string, body: unknown, cookie = '') =>
      fetch(`${portal.http}/api${path}`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', cookie },
        body: JSON.stringify(body),
      })
    const [set] = (await post(signIn.path, admin)).headers.getSetCookie()
    const [pair = '', ...attributes] = set!.split('; ')
    expect(pair.split('=')[0]).toBe(isSecure ? '__Host-eupnea_session' : 'eupnea_session')
    expect(attributes.sort()).toEqual(['HttpOnly', 'Path=/', 'SameSite=Strict', ...(isSecure ? ['Secure'] : [])])
    const [cleared] = (await post(signOut.path, {}, pair)).headers.getSetCookie()
    expect(cleared).toMatch(/^(__Host-)?eupnea_session=;.*(Max-Age=0|Expires=Thu, 01 Jan 1970)/)
    expect((await post(signOut.path, {}, pair)).status).toBe(401)
  })

  /** Sends raw bytes and returns the first data that comes back. */
  const say = (text: string) =>
    new Promise<string>((resolve, reject) => {
      const socket = connect(Number(new URL(portal.http).port), '127.0.0.1', () => socket.write(text))
      socket.once('data', (chunk) => {
        resolve(String(chunk))
        socket.destroy()
      })
      socket.on('error', reject)
    })

  it('answers clients that offer HTTP/2 with every request, as Java’s do [AP-3]', async () => {
    const offer = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAEAAEAAAAIAAAAA'
    expect(await say(`GET /api/host HTTP/1.1\r\nHost: x\r\n${offer}\r\n\r\n`)).toMatch(/^HTTP\/1.1 200 /)
  })

  it('answers with no page where there is none, whatever the query [AP-3]', async () => {
    for (const path of ['/api', '/api?x=1', '/live?token=x', '/assets?x=1', '/assets/none.js?x=1'])
      expect((await get(path)).status, path).toBe(404)
  })

  it('names what is wrong even where it is no HTTP, and goes on [AP-3]', async () => {
    const cases: [string, number, string][] = [
      ['nonsense\r\n\r\n', 400, 'malformed_request'],
      ['\u0016\u0003\u0001\u0002', 400, 'malformed_request'],
      [`GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${'x'.repeat(20_000)}\r\n\r\n`, 431, 'headers_too_large'],
      ['POST /api/clinics HTTP/1.1\r\nHost: x\r\nContent-Length: -5\r\n\r\n', 400, 'malformed_request'],
      [
        'GET /api HTTP/1.1\r\nHost: x\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n',
        400,
        'malformed_request',
      ],
    ]
    for (const [text, status, code] of cases) {
      const heard = await say(text)
      expect(heard, text.slice(0, 60)).toMatch(new RegExp(`^HTTP/1.1 ${status} `))
      const answer = JSON.parse(heard.split('\r\n\r\n')[1]!) as Record<string, string>
      expect(answer, text.slice(0, 60)).toMatchObject({ code, title: expect.any(String), message: expect.any(String) })
      expect(answer.request_id).toMatch(/^[0-9a-f-]{36}$/)
    }
    expect((await get('/healthz')).status).toBe(200)
  })
})

describe.skipIf(!isBuilt)('the built web app', () => {
  it('runs no script from within the page and none from elsewhere [AP-3]', () => {
    const page = readFileSync(`${dist}/index.html`, 'utf8')
    const scripts = [...page.matchAll(/<script([^>]*)>([^<]*)/g)]
    expect(scripts.length).toBeGreaterThan(0)
    for (const [, attributes, inside] of scripts) {
      expect(inside).toBe('')
      expect(attributes).toMatch(/src="\/assets\//)
    }
    expect(page).not.toMatch(/\son\w+=|javascript:|(src|href)="(https?:)?\/\//)
  })

  it('holds no source, no secret and nothing of the server [AP-3]', () => {
    expect(built.filter((path) => path.endsWith('.map'))).toEqual([])
    const names = Object.keys(environment.shape).filter((name) => name.includes('_') && name !== 'NODE_ENV')
    const secrets = new RegExp(
      `sourceMappingURL|postgres(ql)?://|-----BEGIN|eupnea_(app|requests|identity|work)|better-auth|key_hash|argon2|${names.join('|')}`,
    )
    for (const path of built.filter((one) => /\.(js|css|html)$/.test(one)))
      expect(secrets.exec(readFileSync(`${dist}/${path}`, 'utf8'))?.[0], path).toBeUndefined()
  })
})
