import { type AddressInfo, createServer } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { createOutgoing } from '../platform/outgoing.ts'
import { EhrHttp } from './ehr-http.ts'

it('an EHR that wants another protocol fails, and holds up no import [EH-2]', async () => {
  const answer = 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: other\r\n\r\n'
  const server = createServer((socket) => void socket.on('error', () => {}).once('data', () => socket.write(answer)))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const http = new EhrHttp(createOutgoing(), true)
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/Patient`
  const asked = http.request({ url, signal: new AbortController().signal })
  expect(await Promise.race([asked, sleep(5_000, 'no end', { ref: false })])).toMatchObject({ status: 101 })
  http.close()
  server.close()
})
