import fc from 'fast-check'
import { generate } from 'mqtt-packet'
import { expect, it } from 'vitest'
import { createPacketMeter } from './packet-meter.ts'

const limits = (isPublish: boolean) => (isPublish ? 1_000 : 100)
const publish = (bytes: number) =>
  generate({ cmd: 'publish', topic: 't', payload: Buffer.alloc(bytes), qos: 0, dup: false, retain: false })
const ping = generate({ cmd: 'pingreq' })
const subscribe = (bytes: number) =>
  generate({ cmd: 'subscribe', messageId: 1, subscriptions: [{ topic: 'x'.repeat(bytes), qos: 0 }] })

it('finds the first packet that is too long, however the stream is cut [LI-2]', () => {
  const packets = fc.array(
    fc.oneof(fc.nat(1_400).map(publish), fc.constant(ping), fc.integer({ min: 1, max: 120 }).map(subscribe)),
  )
  fc.assert(
    fc.property(packets, fc.integer({ min: 1, max: 700 }), (some, size) => {
      const isLong = (packet: Buffer) => {
        const header = packet.length > 129 ? 3 : 2
        return packet.length - header > limits(packet[0]! >> 4 === 3)
      }
      const first = some.findIndex(isLong)
      const stream = Buffer.concat(some)
      const meter = createPacketMeter(limits)
      let found = -1
      for (let at = 0; at < stream.length && found < 0; at += size)
        if (meter.isTooMuch(stream.subarray(at, at + size))) found = at
      if (first < 0) {
        expect(found).toBe(-1)
        return
      }
      // Found with the chunk in which its length ends.
      const begins = some.slice(0, first).reduce((sum, { length }) => sum + length, 0)
      expect(found).toBeLessThanOrEqual(begins + 3)
      expect(found + size).toBeGreaterThan(begins + 1)
    }),
  )
})

it('takes a length that never ends for no packet', () => {
  expect(createPacketMeter(limits).isTooMuch(Uint8Array.of(0x30, 0xff, 0xff, 0xff, 0xff, 0x01))).toBe(true)
})
