import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request } from 'node:https'
import { connect as connectPlainly, type Socket } from 'node:net'
import { join } from 'node:path'
import { connect } from 'node:tls'
import { generate, parser } from 'mqtt-packet'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { makeCertificate, openssl } from '../kit/certificate.ts'
import { checkHealth } from '../kit/check-health.ts'
import { type SpawnedPortal, spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

/** The portal with its own certificate: HTTPS, live connections and sensors over TLS (LI-1, AP-1). */

let folder: Awaited<ReturnType<typeof temporaryFolder>>
let portal: SpawnedPortal
const certFile = () => join(folder.path, 'cert.pem')
const keyFile = () => join(folder.path, 'key.pem')

function newCertificate(): void {
  const { cert, key } = makeCertificate()
  writeFileSync(certFile(), cert)
  writeFileSync(keyFile(), key)
}
const trusted = () => ({ ca: readFileSync(certFile()), host: '127.0.0.1' })

const fetchText = (path: string): Promise<{ status: number | undefined; cookieIsSecure: boolean; text: string }> =>
  new Promise((resolve, reject) => {
    const { port } = new URL(portal.http)
    request({ ...trusted(), port, path, agent: false }, (response) => {
      let text = ''
      response.on('data', (chunk) => {
        text += String(chunk)
      })
      response.on('end', () =>
        resolve({
          status: response.statusCode,
          cookieIsSecure: response.headers['strict-transport-security'] !== undefined,
          text,
        }),
      )
    })
      .on('error', reject)
      .end()
  })

/** The fingerprint of the certificate served on the port. */
const fingerprint = (port: string): Promise<string> =>
  new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port: Number(port), rejectUnauthorized: false }, () => {
      resolve(socket.getPeerCertificate().fingerprint256)
      socket.destroy()
    }).on('error', reject)
  })

describe.skipIf(openssl === null)('with a certificate (skipped without openssl)', () => {
  beforeAll(async () => {
    folder = await temporaryFolder()
    newCertificate()
    portal = await spawnPortal({
      dataDir: join(folder.path, 'data'),
      signIn: false,
      env: { TLS_CERT: certFile(), TLS_KEY: keyFile(), MQTT_PORT: 'off', MQTTS_PORT: '0' },
    })
  })
  afterAll(async () => {
    await portal?.stop()
    await folder?.remove()
  })

  test('calls and pages come over HTTPS, and browsers are told to stay there [AP-1]', async () => {
    expect(new URL(portal.http).protocol).toBe('https:')
    expect(await fetchText('/readyz')).toMatchObject({ status: 200, cookieIsSecure: true })
    await expect(fetch(portal.http.replace('https:', 'http:'))).rejects.toThrow()
  })

  test('only suites with keys of their own per connection and sealed content are spoken, also by sensors [DO-9]', async () => {
    const suite = (port: string, ciphers: string, maxVersion: 'TLSv1.2' | 'TLSv1.3') =>
      new Promise<string>((resolve) => {
        const options = { ...trusted(), port: Number(port), ciphers, maxVersion, minVersion: 'TLSv1.2' } as const
        const socket = connect(options, () => {
          resolve(socket.getCipher().name)
          socket.destroy()
        }).on('error', ({ message }) => resolve(/handshake failure/.test(message) ? 'refused' : message))
      })
    for (const { port } of [new URL(portal.http), new URL(portal.mqtts!)]) {
      expect(await suite(port, 'ALL', 'TLSv1.3')).toMatch(/^TLS_(AES|CHACHA20)/)
      expect(await suite(port, 'ALL', 'TLSv1.2')).toMatch(/^ECDHE-ECDSA-(AES\d+-GCM|CHACHA20)/)
      // content that can be changed unseen, and keys that the certificate's key reveals later
      for (const weak of ['ECDHE-ECDSA-AES256-SHA', 'ECDHE-ECDSA-AES128-SHA256', 'AES256-GCM-SHA384', 'AES128-SHA'])
        expect(await suite(port, weak, 'TLSv1.2'), weak).toBe('refused')
    }
  })

  test('its container asks over TLS whether it is alive [LI-9]', async () => {
    const { port: PORT } = new URL(portal.http)
    expect(await checkHealth({ PORT, TLS_CERT: certFile(), TLS_KEY: keyFile() })).toBe(0)
    expect(await checkHealth({ PORT })).toBe(1)
  })

  test('live connections come over TLS and are refused by name as ever [LI-3]', async () => {
    const socket = new WebSocket(`${portal.http.replace('https:', 'wss:')}/live?token=nobody`, trusted())
    const code = await new Promise<number>((resolve, reject) => socket.on('close', resolve).on('error', reject))
    expect(code).toBe(4401)
  })

  test('sensors connect with TLS, and without it nothing listens [LI-1]', async () => {
    expect(portal.mqtt).toBeNull()
    const { port } = new URL(portal.mqtts!)
    const answer = await new Promise<number | undefined>((resolve, reject) => {
      const socket = connect({ ...trusted(), port: Number(port) }, () =>
        socket.write(generate({ cmd: 'connect', clientId: 'c', username: 'nobody', password: Buffer.from('wrong') })),
      ).on('error', reject)
      const packets = parser()
      packets.on('packet', (packet) => resolve(packet.cmd === 'connack' ? packet.returnCode : undefined))
      socket.on('data', (chunk) => packets.parse(chunk as Buffer))
    })
    // The key is checked as without TLS.
    expect(answer).toBe(4)
  })

  test('of many who do not even begin with TLS the longest silent give way [LI-1]', async () => {
    const { port } = new URL(portal.mqtts!)
    const silent = async () => {
      const socket = connectPlainly({ host: '127.0.0.1', port: Number(port) }).on('error', () => {})
      await once(socket, 'connect')
      return socket
    }
    const first = await silent()
    const ended = once(first, 'close')
    const others: Socket[] = []
    for (let n = 0; n < 1_000; n++) others.push(await silent())
    await ended
    for (const socket of others) socket.destroy()
  }, 9_000)

  test('a renewed certificate is taken without a restart [LI-1] [AP-1]', async () => {
    const ports = [new URL(portal.http).port, new URL(portal.mqtts!).port]
    const before = await fingerprint(ports[0]!)
    newCertificate()
    for (const port of ports) await expect.poll(() => fingerprint(port), { timeout: 20_000 }).not.toBe(before)
    expect(await fetchText('/readyz')).toMatchObject({ status: 200 })
  })
})
