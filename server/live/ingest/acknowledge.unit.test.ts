import type { Client, PublishPacket } from 'aedes'
import { expect, it } from 'vitest'
import { createAcknowledge } from './acknowledge.ts'

it('leaves nothing of a stored message for the broker to hold while a sensor owes its PUBREL [LI-1]', () => {
  const packet = { cmd: 'publish', qos: 2, messageId: 1, topic: 't', payload: Buffer.alloc(1_000) } as PublishPacket
  let isDone = false
  createAcknowledge()({} as Client, packet, () => {
    isDone = true
  })
  expect([isDone, packet.payload.length, packet.qos]).toEqual([true, 0, 2])
})
