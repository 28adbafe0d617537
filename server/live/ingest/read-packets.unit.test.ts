import { Readable } from 'node:stream'
import fc from 'fast-check'
import { generate, type Packet, parser } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { readPackets, topicBytes } from './read-packets.ts'

const topic = 'devices/b/telemetry'
const payload = fc.oneof(fc.nat(90), fc.constantFrom(100, 101, 102, 103, 104, 105, 106, 300, 17_000)).map(Buffer.alloc)
const messageId = fc.integer({ min: 1, max: 65_535 })
const flags = { dup: fc.boolean(), retain: fc.boolean() }
const ours = fc.record({
  cmd: fc.constant('publish'),
  topic: fc.constant(topic),
  payload,
  messageId,
  qos: fc.constant(1),
  ...flags,
})
const others = fc.oneof(
  fc.constant({ cmd: 'pingreq' }),
  fc.record({
    cmd: fc.constant('publish'),
    topic: fc.constantFrom('d', `${topic}s`),
    payload,
    messageId,
    qos: fc.constant(1),
    ...flags,
  }),
  fc.record({
    cmd: fc.constant('publish'),
    topic: fc.constant(topic),
    payload,
    messageId,
    qos: fc.constant(2),
    ...flags,
  }),
)
const packets = fc.array(fc.oneof({ arbitrary: ours, weight: 4 }, others)) as fc.Arbitrary<Packet[]>

/** What is taken and what a parser makes of the rest, in order, when a stream comes in pieces of a size. */
function read(stream: Buffer, size: number) {
  const found: [number | undefined, string][] = []
  let taken = 0
  // As aedes does: it is read, and does not flow.
  const socket = new Readable({ read() {} }).on('readable', () => {})
  readPackets(socket as never, {
    most: () => 1_000_000,
    isHolding: () => false,
    topic: () => topicBytes(topic),
    take(id, bytes) {
      taken++
      found.push([id, bytes.toString('hex')])
    },
  })
  const aedes = parser()
  aedes.on('packet', (packet) =>
    found.push([packet.messageId, packet.cmd === 'publish' ? (packet.payload as Buffer).toString('hex') : packet.cmd]),
  )
  let chunks = 0
  for (let at = 0; at < stream.length; at += size) {
    socket.push(stream.subarray(at, at + size))
    const left = socket.read(null as never) as Buffer | null
    if (left) aedes.parse(left)
    chunks++
  }
  return { found, taken, chunks }
}

it('takes and leaves every packet once and in order, however the stream is cut [LI-1]', () => {
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 900 }), (sent, size) => {
      const { found } = read(Buffer.concat(sent.map((packet) => generate(packet))), size)
      expect(found).toEqual(
        sent.map((packet) => [
          'messageId' in packet ? packet.messageId : undefined,
          packet.cmd === 'publish' ? (packet.payload as Buffer).toString('hex') : packet.cmd,
        ]),
      )
    }),
    { numRuns: 200 },
  )
})

it('leaves the last packet of a chunk, so that the connection counts as alive [LI-1]', () => {
  const stream = Buffer.concat(
    [1, 2, 3].map((messageId) =>
      generate({ cmd: 'publish', topic, payload: 'x', messageId, qos: 1, dup: false, retain: false }),
    ),
  )
  expect(read(stream, stream.length)).toMatchObject({ taken: 2, chunks: 1 })
})

it('reads all that has come, of however many chunks, and goes on buffering no more than before [LI-1]', () => {
  const socket = new Readable({ read() {} }).on('readable', () => {})
  readPackets(socket as never, { most: () => 1_000_000, isHolding: () => false, topic: () => null, take() {} })
  const usual = socket.readableHighWaterMark
  socket.resume()
  socket.push(Buffer.alloc(usual, 'a'))
  socket.push(Buffer.alloc(usual, 'b'))
  expect(socket.read(null as never)).toEqual(Buffer.concat([Buffer.alloc(usual, 'a'), Buffer.alloc(usual, 'b')]))
  expect(socket.readableHighWaterMark).toBe(usual)
  expect(socket.read(null as never)).toBeNull()
})
