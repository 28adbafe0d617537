import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { generate, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import { LiveState } from '../state/live-state.ts'
import { type Bridge, startBridge } from './bridge.ts'
import type { Ingest } from './ingest.ts'

/** A broker that lets the bridge in and says nothing more, like one behind a network that was cut. */

const unused = () => Promise.reject(new Error('Nothing is published here'))
const ingest: Ingest = {
  telemetry: unused,
  reading: unused,
  status: unused,
  online: unused,
  refuse() {},
  keepPartitions: unused,
  close: unused,
}

let bridge: Bridge
const server = createServer()
const sockets: Socket[] = []

beforeEach(async () => {
  server.on('connection', (socket) => {
    sockets.push(socket)
    const parse = parser({ protocolVersion: 5 })
    const connack = generate({ cmd: 'connack', reasonCode: 0, sessionPresent: false }, { protocolVersion: 5 })
    parse.on('packet', ({ cmd }) => cmd === 'connect' && socket.write(connack))
    socket.on('data', (chunk: Buffer) => void parse.parse(chunk)).on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  vi.useRealTimers()
  await bridge.close()
  for (const socket of sockets) socket.destroy()
  server.close()
})

test('a broker that does not answer any more is left and tried again [LI-1]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  const { port } = server.address() as AddressInfo
  const log = createLog('silent')
  const state = new LiveState()
  bridge = startBridge({ url: `mqtt://127.0.0.1:${port}`, clientId: 'test', shared: false, ingest, state, log })
  await vi.waitFor(() => expect(bridge.connected).toBe(true))
  const [first] = sockets
  vi.advanceTimersByTime(40_000)
  expect(bridge.connected).toBe(true)
  vi.advanceTimersByTime(30_000)
  await once(first!, 'close')
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 10_000 })
  await vi.waitFor(() => expect(bridge.connected).toBe(true))
})
