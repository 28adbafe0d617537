import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { topics } from '@eupnea/contract/live.ts'
import { generate, type IConnackPacket, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { createLog } from '../../platform/log.ts'
import type { Bed } from '../bed/bed.ts'
import { type DeviceBroker, startBroker } from './broker.ts'
import { unusedIngest } from './ingest.fixture.ts'
import type { WrongKeyCount } from './wrong-keys.ts'

/** Who may connect, how often, and how much memory a connection may use. */

const ingest = { ...unusedIngest }
const hash = (key: string) => createHash('sha256').update(key).digest()

let broker: DeviceBroker
const wrongKeys: WrongKeyCount[] = []
/** devices and their keys, as stored in the database */
const keys = new Map<string, Buffer>()
/** devices of the test */
let bed: string
let other: string
let tests = 0
const sockets: Socket[] = []
/** of the device that connects; most tests send nothing */
let bedOf: Bed | undefined
/** runs while a login is looked up */
let meanwhile = () => {}
/** how many more times reading the keys fails */
let outages = 0

beforeAll(async () => {
  broker = await startTestBroker()
})
const startTestBroker = () =>
  startBroker({
    port: 0,
    host: '127.0.0.1',
    ingest,
    log: createLog('silent'),
    bedOf: () => bedOf,
    quota: { readings: 5_000, bytes: 2_000_000, connections: 4 },
    writeWrongKeys: async (counts) => void wrongKeys.push(...counts),
    async login(deviceIds) {
      if (deviceIds.some((id) => id.includes('\0'))) throw new Error('invalid byte sequence for encoding "UTF8": 0x00')
      const found = new Map([...keys].filter(([id]) => deviceIds.includes(id)))
      meanwhile()
      return found
    },
    async keysOf(deviceIds) {
      if (outages-- > 0) throw new Error('The database is away')
      return new Map([...keys].filter(([id]) => deviceIds.includes(id)))
    },
  })

beforeEach(() => {
  tests++
  bed = `bed-${tests}`
  other = `other-${tests}`
  keys.set(bed, hash('key')).set(other, hash('key'))
})

afterEach(() => {
  vi.useRealTimers()
  for (const socket of sockets.splice(0)) socket.destroy()
})

afterAll(() => broker.close())

async function open(): Promise<Socket> {
  const socket = connect(broker.port!, '127.0.0.1').on('error', () => {})
  sockets.push(socket)
  await once(socket, 'connect')
  return socket
}
const hello = (more: Partial<IConnectPacket> = {}): Packet => ({
  ...{ cmd: 'connect', protocolId: 'MQTT', protocolVersion: 4, clean: true, keepalive: 60 },
  ...{ clientId: 'sensor', username: bed, password: Buffer.from('key') },
  ...more,
})
async function login(more: Partial<IConnectPacket> = {}): Promise<{ socket: Socket; connack: IConnackPacket }> {
  const socket = await open()
  const parse = parser()
  const connack = new Promise<IConnackPacket>((resolve) => parse.once('packet', resolve))
  socket.on('data', (chunk: Buffer) => void parse.parse(chunk))
  socket.write(generate(hello(more)))
  return { socket, connack: await connack }
}
const closed = (socket: Socket) => new Promise((resolve) => socket.once('close', resolve))
const isOpen = ({ socket }: { socket: Socket }) => !socket.closed
/** Resolves when the broker has handled everything sent before. */
const answered = async ({ socket }: { socket: Socket }) => {
  const answer = once(socket, 'data')
  socket.write(generate({ cmd: 'pingreq' }))
  await answer
}

test('who has not said who they are may say no more than a login takes [LI-1]', async () => {
  const stranger = await open()
  const ended = closed(stranger)
  // Announces 15 MB and sends the first bytes.
  stranger.write(Buffer.from([0x10, 0x80, 0x80, 0xc0, 0x07]))
  stranger.write(Buffer.alloc(200_000))
  await ended
  const device = await login()
  device.socket.write(Buffer.from([0x32, 0x80, 0x80, 0xc0, 0x07]))
  await new Promise<void>((resolve) => device.socket.write(Buffer.alloc(1_000_000), () => resolve()))
  await answered(await login({ username: other }))
  expect(isOpen(device)).toBe(true)
})

test('what is no message may be no longer than a login: millions of topics in one packet [LI-1]', async () => {
  for (const kind of [0x82, 0xa2]) {
    const { socket } = await login()
    const ended = closed(socket)
    // Announces 1 MB and sends the first bytes.
    socket.write(Buffer.from([kind, 0x80, 0x80, 0x40]))
    socket.write(Buffer.alloc(100_000))
    await ended
  }
})

test('of many who say nothing the longest silent give way, and sensors come in [LI-1]', async () => {
  const first = await open()
  const device = await login()
  const ended = closed(first)
  for (let n = 0; n < 1_000; n++) await open()
  await ended
  await answered(await login({ username: other }))
  await answered(device)
})

test('and sooner where the process may have few files open [LI-1]', async () => {
  vi.spyOn(process.report, 'getReport').mockReturnValue({ userLimits: { open_files: { soft: 80 } } })
  const small = await startTestBroker()
  vi.restoreAllMocks()
  const strangers = Array.from({ length: 11 }, () => connect(small.port!, '127.0.0.1'))
  await Promise.all(strangers.map((socket) => once(socket, 'connect')))
  await vi.waitFor(() => expect(strangers.filter((socket) => socket.closed)).toHaveLength(1))
  for (const socket of strangers) socket.destroy()
  await small.close()
})

test('a device keeps the connections that it opened last, a few of them [LI-1]', async () => {
  const opened: { socket: Socket }[] = []
  for (let n = 0; n < 6; n++) opened.push(await login({ clientId: `sensor-${n}` }))
  const neighbour = await login({ username: other, clientId: 'sensor-0' })
  await vi.waitFor(() => expect(opened.map(isOpen)).toEqual([false, false, true, true, true, true]))
  await answered(neighbour)
  // Reconnecting with the same client id doesn't take another slot.
  const again = await login({ clientId: 'sensor-5' })
  await vi.waitFor(() => expect(opened.map(isOpen)).toEqual([false, false, true, true, true, false]))
  await answered(again)
})

test.each([
  ['one by one', 1],
  ['ten at a time, followed by a ping', 10],
])(
  'of messages that cannot be stored yet only so many are taken from a connection, %s [LI-1][DO-6]',
  async (_, together) => {
    bedOf = { place: { id: bed, topicPrefix: null } } as Bed
    const { promise, resolve } = Promise.withResolvers<void>()
    const connected = vi.spyOn(ingest, 'connected').mockResolvedValue(1)
    let taken = 0
    // A spy would give each a promise of its own.
    Object.assign(ingest, { telemetry: () => ++taken && promise })
    try {
      const { socket } = await login()
      const payload = Buffer.alloc(1_024 - 256)
      const packetOf = (messageId: number) =>
        generate({ cmd: 'publish', topic: topics.telemetry(bed), payload, qos: 1, messageId } as Packet)
      const ping = together > 1 ? [generate({ cmd: 'pingreq' })] : []
      for (let sent = 0; sent < 200; sent += together) {
        const ids = Array.from({ length: together }, (_, n) => sent + n + 1)
        socket.write(Buffer.concat([...ids.map(packetOf), ...ping]))
        // In a segment of its own.
        await new Promise((passed) => setTimeout(passed, 1))
      }
      await new Promise((passed) => setTimeout(passed, 100))
      expect(taken).toBeGreaterThanOrEqual(64)
      expect(taken).toBeLessThan(100)
      resolve()
      await vi.waitFor(() => expect(taken).toBe(200))
      await answered({ socket })
    } finally {
      bedOf = undefined
      connected.mockRestore()
      Object.assign(ingest, { telemetry: unusedIngest.telemetry })
    }
  },
)

test('a device above its quota is let in again when it is within, and others meanwhile [DO-6]', async () => {
  bedOf = { place: { id: bed, topicPrefix: null } } as Bed
  const connected = vi.spyOn(ingest, 'connected').mockResolvedValue(1)
  const telemetry = vi.spyOn(ingest, 'telemetry').mockImplementation(async (_bed, _bytes, spend) => spend?.(100_000))
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
  try {
    const { socket } = await login()
    const message = { cmd: 'publish', topic: topics.telemetry(bed), payload: '{}', qos: 1, messageId: 1 } as Packet
    socket.write(generate(message))
    await vi.waitFor(() => expect(telemetry).toHaveBeenCalledOnce())
    socket.destroy()
    let isAnswered = false
    const again = login().then(({ connack }) => {
      isAnswered = true
      return connack.returnCode
    })
    await answered(await login({ username: other }))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(isAnswered).toBe(false)
    await vi.advanceTimersByTimeAsync(10_000)
    expect(await again).toBe(0)
  } finally {
    bedOf = undefined
    connected.mockRestore()
    telemetry.mockRestore()
  }
})

test('nothing is kept for who is away [LI-1]', async () => {
  const { socket } = await login({ clean: false })
  const answer = once(socket, 'data')
  const subscriptions = [{ topic: topics.config(bed), qos: 1 as const }]
  socket.write(generate({ cmd: 'subscribe', messageId: 1, subscriptions }))
  await answer
  socket.destroy()
  expect((await login({ clean: false })).connack).toMatchObject({ returnCode: 0, sessionPresent: false })
})

test('who asks not to be watched is ended after an hour and a half of silence [LI-1]', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  const device = await login({ keepalive: 0 })
  const ended = closed(device.socket)
  vi.advanceTimersByTime(80 * 60_000)
  await answered(device)
  vi.advanceTimersByTime(80 * 60_000)
  await answered(device)
  vi.advanceTimersByTime(91 * 60_000)
  await ended
})

test('a login that saw the key from before the change is not let in with it [LI-1][DE-8]', async () => {
  meanwhile = () => {
    meanwhile = () => {}
    keys.set(bed, hash('new'))
    broker.disconnect(bed)
  }
  expect((await login()).connack.returnCode).toBe(4)
  expect((await login({ password: Buffer.from('new') })).connack.returnCode).toBe(0)
})

test('a name that the database refuses, with all others that are looked up together, is never looked up [LI-1]', async () => {
  expect((await login({ username: 'bed\0' })).connack.returnCode).toBe(4)
})

test('keys that cannot be looked at again just now are looked at until they can [LI-1][DE-8]', async () => {
  const [changed, second, same] = [
    await login(),
    await login({ clientId: 'second' }),
    await login({ username: other, clientId: 'third' }),
  ]
  keys.set(bed, hash('new'))
  outages = 1
  await broker.recheck()
  await vi.waitFor(() => expect([changed, second, same].map(isOpen)).toEqual([false, false, true]), { timeout: 10_000 })
})

test('who guesses keys waits longer and longer, and the device itself never does [DO-6]', async () => {
  const guess = async () => (await login({ password: Buffer.from('guess') })).connack.returnCode
  for (let n = 0; n < 6; n++) expect(await guess()).toBe(4)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  let isAnswered = false
  const late = guess().then((code) => {
    isAnswered = true
    return code
  })
  // From the same address, meanwhile.
  await answered(await login())
  await answered(await login({ username: other }))
  expect(isAnswered).toBe(false)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await late).toBe(4)
  vi.useRealTimers()
  await vi.waitFor(() => {
    const ours = wrongKeys.filter(({ device_id }) => device_id === bed)
    expect(ours.reduce((sum, { count }) => sum + count, 0)).toBe(7)
  }, 5_000)
})

/** The CONNECT of a client that speaks another protocol level, or has no id. */
function connectBytes(level: number, { flags = 0xc2, clientId = 'sensor' } = {}): Buffer {
  const text = (value: string) => Buffer.concat([Buffer.from([0, value.length]), Buffer.from(value)])
  const properties = level === 5 ? [Buffer.of(0)] : []
  const head = [text('MQTT'), Buffer.of(level, flags, 0, 60), ...properties]
  const body = Buffer.concat([...head, text(clientId), text(bed), text('key')])
  return Buffer.concat([Buffer.of(0x10, body.length), body])
}

test.each([2, 5, 6, 9, 127])('protocol level %i is answered with CONNACK 1, then the end [LI-1]', async (level) => {
  const socket = await open()
  const ended = once(socket, 'close')
  socket.write(connectBytes(level))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect([...bytes]).toEqual([0x20, 2, 0, 1])
  await ended
})

test('an empty client id without a clean session is answered with CONNACK 2, then the end [LI-1]', async () => {
  const socket = await open()
  const ended = once(socket, 'close')
  socket.write(connectBytes(4, { flags: 0xc0, clientId: '' }))
  const [bytes] = (await once(socket, 'data')) as [Buffer]
  expect([...bytes]).toEqual([0x20, 2, 0, 2])
  await ended
  const clean = await login({ clientId: '', clean: true })
  expect(clean.connack.returnCode).toBe(0)
})

test('a sensor that sends hours of stored readings in long messages is read to the end [LI-2]', async () => {
  const place = { id: bed, topicPrefix: null }
  bedOf = { place } as Bed
  Object.assign(ingest, { connected: async () => 1, disconnected: async () => {}, status: async () => {} })
  Object.assign(ingest, { telemetry: () => new Promise<void>((stored) => setTimeout(stored, 20)) })
  const { socket } = await login()
  const acknowledged: (number | undefined)[] = []
  const parse = parser().on('packet', ({ messageId }) => acknowledged.push(messageId))
  socket.on('data', (chunk: Buffer) => void parse.parse(chunk))
  const message = { cmd: 'publish', topic: topics.telemetry(bed), qos: 1, retain: false, dup: false } as const
  const ids = [1, 2, 3, 4, 5, 6]
  socket.write(generate({ ...message, topic: topics.status(bed), messageId: 9, payload: '{"online":true}' }))
  for (const messageId of ids) socket.write(generate({ ...message, messageId, payload: Buffer.alloc(150_000, ' ') }))
  await expect.poll(() => acknowledged, { timeout: 5_000 }).toEqual([9, ...ids])
  socket.destroy()
  bedOf = undefined
  Object.assign(ingest, unusedIngest)
})
