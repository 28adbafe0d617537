import { type AddressInfo, createServer, type Server } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterEach, expect, it } from 'vitest'
import { createOutgoing } from '../platform/outgoing.ts'
import { postWebhook } from './post-webhook.ts'

/** What receivers answer that is no good HTTP (AN-12). */

let server: Server
afterEach(() => server.close())

/** @param answer as bytes, after which the connection stays open */
async function post(answer: string): Promise<unknown> {
  server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.write(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`
  const receiver = { url, mayBePrivate: true, secrets: [`whsec_${Buffer.alloc(24).toString('base64')}`] }
  const posted = postWebhook(createOutgoing(), receiver, { id: 'm1', body: '{}', patienceMs: 300 })
  return Promise.race([posted, sleep(5_000, 'no end', { ref: false })])
}

it.each([
  ['a body that never ends', '\r\nheard', 'heard'],
  ['fewer bytes than it announces', 'Content-Length: 9\r\n\r\nheard', 'heard'],
  ['a chunk that is none', 'Transfer-Encoding: chunked\r\n\r\nzz\r\n', ''],
  ['more behind its end', 'Content-Length: 5\r\n\r\nheardMORE', 'heard'],
])('a status counts, also with %s [AN-12]', async (_name, rest, text) => {
  expect(await post(`HTTP/1.1 200 OK\r\n${rest}`)).toMatchObject({ status: 200, text })
})

it('a receiver that wants another protocol has not taken it, and is waited for no longer [AN-12]', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
  expect(await post(answer)).toMatchObject({ status: 101 })
})
