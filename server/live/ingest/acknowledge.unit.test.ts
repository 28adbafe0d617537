import { EventEmitter } from 'node:events'
import type { Client, PublishPacket } from 'aedes'
import { afterEach, expect, it, vi } from 'vitest'
import { createAcknowledge } from './acknowledge.ts'

afterEach(() => void vi.useRealTimers())

function connection(takes = true) {
  const written: number[][] = []
  const conn = Object.assign(new EventEmitter(), {
    write(bytes: Buffer) {
      written.push(Array.from({ length: bytes.length / 4 }, (_, n) => bytes.readUInt16BE(4 * n + 2)))
      return takes
    },
  })
  return { written, conn, client: Object.assign(new EventEmitter(), { closed: false, conn }) as unknown as Client }
}
const packetOf = (messageId: number, qos: 1 | 2 = 1) =>
  ({ cmd: 'publish', qos, messageId, topic: 't', payload: Buffer.alloc(256) }) as PublishPacket
/** So many messages of a commit. */
function send(stored: Promise<void>, client: Client, count: number, waitMs = 0) {
  const acknowledge = createAcknowledge(() => waitMs)
  return Array.from({ length: count }, (_, n) => {
    const done = vi.fn()
    acknowledge.answer(stored, client, packetOf(n + 1), done)
    return done
  })
}
const called = (dones: readonly ReturnType<typeof vi.fn>[]) => dones.filter((done) => done.mock.calls.length > 0).length

it('answers all messages of a commit in one write once it is made, and reads on meanwhile [LI-1] [LI-2]', async () => {
  const { client, written } = connection()
  const { promise, resolve } = Promise.withResolvers<void>()
  const dones = send(promise, client, 3)
  await new Promise(setImmediate)
  expect([called(dones), written]).toEqual([3, []])
  resolve()
  await promise
  expect(written).toEqual([[1, 2, 3]])
})

it('reads no further while much waits, or their answers are not read [LI-1]', async () => {
  const { client, conn, written } = connection(false)
  const { promise, resolve } = Promise.withResolvers<void>()
  const dones = send(promise, client, 130)
  await new Promise(setImmediate)
  expect(called(dones)).toBe(127)
  resolve()
  await promise
  expect([written[0]?.length, called(dones)]).toEqual([130, 127])
  conn.emit('drain')
  expect(called(dones)).toBe(130)
})

it('reads no further while a device is above its quota, and answers when it is within [DO-6]', async () => {
  vi.useFakeTimers()
  const { client, written } = connection()
  const { promise, resolve } = Promise.withResolvers<void>()
  const dones = send(promise, client, 2, 500)
  resolve()
  await vi.advanceTimersByTimeAsync(499)
  expect([called(dones), written]).toEqual([0, []])
  await vi.advanceTimersByTimeAsync(1)
  expect([called(dones), written]).toEqual([2, [[1, 2]]])
})

it('ends the connection without an answer if the commit has failed, so the device sends again [LI-2]', async () => {
  const { client, written } = connection()
  const failed = vi.fn()
  client.on('error', failed)
  const { promise, reject } = Promise.withResolvers<void>()
  send(promise, client, 2)
  const error = new Error('stopping')
  reject(error)
  await promise.catch(() => {})
  expect([failed.mock.calls, written]).toEqual([[[error]], []])
})

it('leaves nothing of a stored message for the broker to hold while a sensor owes its PUBREL [LI-1]', async () => {
  const packet = packetOf(1, 2)
  const done = vi.fn()
  createAcknowledge(() => 0).answer(Promise.resolve(), connection().client, packet, done)
  expect(done).not.toHaveBeenCalled()
  await Promise.resolve()
  expect([done.mock.calls, packet.payload.length, packet.qos]).toEqual([[[null]], 0, 2])
})
