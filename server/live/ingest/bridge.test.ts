import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { generate, type Packet, parser } from 'mqtt-packet'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { createLog, type Log } from '../../platform/log.ts'
import { newBed } from '../bed/bed.ts'
import { LiveState } from '../state/live-state.ts'
import { type Bridge, startBridge } from './bridge.ts'
import { unusedIngest } from './ingest.fixture.ts'

/** A broker that accepts the bridge and its subscriptions, then stays silent, like one behind a broken network. */

let bridge: Bridge
const server = createServer()
const sockets: Socket[] = []
const accepts = generate({ cmd: 'connack', reasonCode: 0, sessionPresent: false }, { protocolVersion: 5 })
let connack: Buffer
/** topics that its rules deny */
const refused = new Set<string>()
/** what the bridge subscribed to, in order */
const asked: string[] = []
const askedBy = (packet: Packet): string[] =>
  packet.cmd === 'subscribe'
    ? packet.subscriptions.map(({ topic }) => `+${topic}`)
    : packet.cmd === 'unsubscribe'
      ? packet.unsubscriptions.map((topic) => `-${topic}`)
      : []

beforeEach(async () => {
  connack = accepts
  server.on('connection', (socket) => {
    sockets.push(socket)
    const parse = parser({ protocolVersion: 5 })
    parse.on('packet', (packet) => {
      if (packet.cmd === 'connect') socket.write(connack)
      asked.push(...askedBy(packet))
      if (packet.cmd !== 'subscribe') return
      const granted = packet.subscriptions.map(({ topic }) => (refused.has(topic) ? 0x87 : 1))
      socket.write(generate({ cmd: 'suback', messageId: packet.messageId!, granted }, { protocolVersion: 5 }))
    })
    socket.on('data', (chunk: Buffer) => void parse.parse(chunk)).on('error', () => {})
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
})

afterEach(async () => {
  vi.useRealTimers()
  await bridge.close()
  for (const socket of sockets.splice(0)) socket.destroy()
  server.removeAllListeners('connection').close()
  asked.length = 0
  refused.clear()
})

const options = (state: LiveState) => {
  const { port } = server.address() as AddressInfo
  return { url: `mqtt://127.0.0.1:${port}`, clientId: 'test', ingest: unusedIngest, state, log: createLog('silent') }
}

test('a topic prefix is asked for when a device has it, and no more when it was taken away [LI-1]', async () => {
  const state = new LiveState()
  const put = (no: number, topicPrefix: string | null) => {
    state.put(newBed(placeWith({ no, id: `d${no}`, residentId: null, topicPrefix }), defaultBaseline))
  }
  put(1, 'one')
  bridge = startBridge(options(state))
  const own = ['+devices/+/telemetry', '+devices/+/status']
  await vi.waitFor(() => expect(asked).toEqual([...own, '+one/#']))
  put(2, 'two')
  put(1, null)
  bridge.refresh()
  bridge.refresh()
  await vi.waitFor(() => expect(asked.slice(3)).toEqual(['+two/#', '-one/#']))
  // Removed while the broker was unreachable: the broker kept the session.
  put(2, null)
  asked.length = 0
  sockets[0]!.destroy()
  await vi.waitFor(() => expect(asked).toEqual([...own, '-two/#']), { timeout: 10_000 })
})

test('topics that the broker refuses are told, for sensors below them would only be silent [LI-1]', async () => {
  refused.add('devices/+/status')
  const warn = vi.fn()
  const log = Object.assign(createLog('silent'), { warn }) as Log
  bridge = startBridge({ ...options(new LiveState()), log })
  await vi.waitFor(() =>
    expect(warn.mock.calls).toEqual([[{ topics: ['devices/+/status'] }, 'bridge: the broker refuses these topics']]),
  )
})

test.each([
  ['that speaks only MQTT 3.1.1', [0x20, 2, 0, 1], 'The broker does not speak MQTT 5. Name one that does'],
  ['that refuses MQTT 5 in its words', [0x20, 3, 0, 0x84, 0], 'The broker does not speak MQTT 5. Name one that does'],
  ['that refuses the password', [0x20, 3, 0, 0x86, 0], 'The broker refuses the login'],
])('the log says why a broker %s is not used [LI-1]', async (_which, answer, reason) => {
  connack = Buffer.from(answer)
  const warn = vi.fn()
  const log = Object.assign(createLog('silent'), { warn }) as Log
  bridge = startBridge({ ...options(new LiveState()), log })
  await vi.waitFor(() =>
    expect(warn.mock.calls).toContainEqual([{ reason }, 'bridge: broker not reached, trying again']),
  )
})

test('a broker that is away is logged once, and once when it is back [LI-1]', async () => {
  connack = Buffer.from([0x20, 3, 0, 0x86, 0])
  const [info, warn] = [vi.fn(), vi.fn()]
  bridge = startBridge({ ...options(new LiveState()), log: Object.assign(createLog('silent'), { info, warn }) as Log })
  await vi.waitFor(() => expect(sockets.length).toBeGreaterThan(2), { timeout: 10_000 })
  connack = accepts
  await vi.waitFor(() => expect(bridge.works).toBe(true), { timeout: 10_000 })
  expect(warn).toHaveBeenCalledTimes(1)
  expect(info).toHaveBeenCalledWith({ seconds: expect.any(Number) }, 'bridge: broker reached again')
})

test('a broker that does not answer any more is left and tried again [LI-1]', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'Date'] })
  bridge = startBridge(options(new LiveState()))
  await vi.waitFor(() => expect(bridge.works).toBe(true))
  const [first] = sockets
  vi.advanceTimersByTime(40_000)
  expect(bridge.works).toBe(true)
  vi.advanceTimersByTime(30_000)
  await once(first!, 'close')
  await vi.waitFor(() => expect(sockets).toHaveLength(2), { timeout: 10_000 })
  await vi.waitFor(() => expect(bridge.works).toBe(true))
})

test.each([
  ['localhost', 'localhost'],
  ['127.0.0.1', null],
])('a broker with TLS is told by which name it is wanted, where that is one: %s [LI-1]', async (host, named) => {
  const told: unknown[] = []
  // Without a certificate the handshake stops after the client's first message, which is all this test needs.
  const secure = createSecureServer().listen(0, '127.0.0.1')
  secure.on('tlsClientError', (_error, socket) => told.push(socket.servername))
  await once(secure, 'listening')
  const { port } = secure.address() as AddressInfo
  const url = `mqtts://${host}:${port}`
  bridge = startBridge({ ...options(new LiveState()), url })
  await vi.waitFor(() => expect(told).toContain(named), { timeout: 10_000 })
  await bridge.close()
  secure.close()
})
