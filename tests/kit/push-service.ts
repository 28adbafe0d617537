import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, randomUUID, verify } from 'node:crypto'
import { createServer, type IncomingHttpHeaders } from 'node:http'
import https from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { buffer } from 'node:stream/consumers'

/**
 * A browser's push service (RFC 8030) and the browsers behind it, which decrypt what they get (RFC 8188, 8291) and know
 * by whom it was signed (RFC 8292). `agent` leads to it instead of push.example.org, without TLS.
 */

interface Push {
  /** ms since the epoch */
  readonly at: number
  readonly endpoint: string
  readonly headers: IncomingHttpHeaders
  /** as it came, encrypted */
  readonly raw: Buffer
  readonly text: string
  /** the key that signed it, base64url, and what it claims */
  readonly signedBy: string
  readonly claims: { readonly aud: string; readonly exp: number; readonly sub: string }
}

export interface PushService {
  readonly port: number
  /** for the channel */
  readonly agent: https.Agent
  readonly pushes: Push[]
  /** A browser, as it tells the portal. */
  subscribe(): { readonly endpoint: string; readonly p256dh: string; readonly auth: string }
  /** What it answers from now on; 201 accepts. */
  answer(status: number, headers?: Record<string, string>): void
  /** The browser has withdrawn its subscription: 410. */
  expire(endpoint: string): void
  close(): Promise<void>
}

export async function startPushService(): Promise<PushService> {
  const browsers = new Map<string, Browser>()
  const expired = new Set<string>()
  const pushes: Push[] = []
  let answer = { status: 201, headers: {} as Record<string, string> }
  const server = createServer(async (request, response) => {
    const endpoint = `https://${request.headers.host}${request.url}`
    const raw = await buffer(request)
    const browser = browsers.get(endpoint)
    if (!browser) return response.writeHead(404).end()
    if (expired.has(endpoint)) return response.writeHead(410).end()
    const { status, headers } = answer
    if (status === 201)
      pushes.push({ at: now(), endpoint, headers: request.headers, raw, ...read(request.headers, raw, browser) })
    response.writeHead(status, headers).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const agent = new https.Agent()
  agent.createConnection = () => connect(port, '127.0.0.1')
  return {
    port,
    agent,
    pushes,
    subscribe() {
      const keys = createECDH('prime256v1')
      const p256dh = keys.generateKeys()
      const auth = randomBytes(16)
      const endpoint = `https://push.example.org/send/${randomUUID()}`
      browsers.set(endpoint, { keys, p256dh, auth })
      return { endpoint, p256dh: p256dh.toString('base64url'), auth: auth.toString('base64url') }
    },
    answer(status, headers = {}) {
      answer = { status, headers }
    },
    expire: (endpoint) => void expired.add(endpoint),
    close: () =>
      new Promise((resolve) => {
        agent.destroy()
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

const now = () => performance.timeOrigin + performance.now()

interface Browser {
  readonly keys: ReturnType<typeof createECDH>
  readonly p256dh: Buffer
  readonly auth: Buffer
}

function read(headers: IncomingHttpHeaders, raw: Buffer, browser: Browser) {
  if (headers['content-encoding'] !== 'aes128gcm') throw new Error('Not encrypted as RFC 8188 says')
  return { text: decrypt(raw, browser), ...readVapid(headers.authorization ?? '') }
}

const bytes = (key: ArrayBuffer) => Buffer.from(key)

/** One record: salt (16), record size (4), length and value of the sender's key, content (RFC 8188, section 2.1). */
function decrypt(raw: Buffer, { keys, p256dh, auth }: Browser): string {
  const salt = raw.subarray(0, 16)
  const sender = raw.subarray(21, 21 + raw[20]!)
  const content = raw.subarray(21 + raw[20]!)
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), p256dh, sender])
  const secret = bytes(hkdfSync('sha256', keys.computeSecret(sender), auth, info, 32))
  const key = bytes(hkdfSync('sha256', secret, salt, 'Content-Encoding: aes128gcm\0', 16))
  const nonce = bytes(hkdfSync('sha256', secret, salt, 'Content-Encoding: nonce\0', 12))
  const decipher = createDecipheriv('aes-128-gcm', key, nonce).setAuthTag(content.subarray(-16))
  const padded = Buffer.concat([decipher.update(content.subarray(0, -16)), decipher.final()])
  // The text ends with a 2 and zeros.
  return padded.subarray(0, padded.lastIndexOf(2)).toString('utf8')
}

/** `vapid t=TOKEN, k=KEY` (RFC 8292). @throws Error when it isn't signed with the key */
function readVapid(authorization: string): Pick<Push, 'signedBy' | 'claims'> {
  const [, token = '', signedBy = ''] = /^vapid t=([^,]+), k=(.+)$/.exec(authorization) ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(signedBy, 'base64url')
  const [x, y] = [point.toString('base64url', 1, 33), point.toString('base64url', 33, 65)]
  const jwk = { kty: 'EC', crv: 'P-256', x, y }
  const key = createPublicKey({ key: jwk, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('Not signed with its key')
  return { signedBy, claims: JSON.parse(Buffer.from(claims, 'base64url').toString()) }
}
