import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, it, onTestFinished } from 'vitest'
import { spawnPortal, temporaryFolder } from '../kit/spawn-portal.ts'

const folder = await temporaryFolder()
afterAll(() => folder.remove())

it('a portal that is told to stop ends cleanly, whoever holds back what it waits for [AP-3]', async () => {
  const portal = await spawnPortal({ dataDir: folder.path })
  onTestFinished(() => void portal.process.kill('SIGKILL'))
  const { hostname, port } = new URL(portal.http)
  /** A connection that stays open and ignores the portal. */
  const hold = async (...words: string[]) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen: true })
    onTestFinished(() => void socket.destroy())
    socket.on('error', () => {})
    socket.write([...words, '', ''].join('\r\n'))
    return socket
  }
  const upgrade = ['Host: portal', 'Connection: Upgrade', 'Upgrade: websocket', 'Sec-WebSocket-Version: 13']
  const key = 'Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ=='
  await hold('POST /api/auth/sign-in HTTP/1.1', 'Host: portal', 'Content-Type: application/json', 'Content-Length: 99')
  const refused = await hold('GET /live?token=none HTTP/1.1', ...upgrade, key)
  const lost = await hold('GET /elsewhere HTTP/1.1', ...upgrade, key)
  await Promise.all([once(refused, 'data'), once(lost, 'data')])
  expect(await portal.stop()).toBe(0)
})
