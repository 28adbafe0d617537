import type { Client, PublishPacket } from 'aedes'

type Done = (error?: Error | null) => void

/**
 * Sends PUBACKs. All acknowledgements of one commit go out in one write per connection; aedes would make three writes
 * for each, which costs as much as all its other work. Aedes is made to treat the message as QoS 0, which needs no
 * answer.
 */
export function createAcknowledge(): (client: Client, packet: PublishPacket, done: Done) => void {
  let due = new Map<Client, { readonly ids: number[]; readonly done: Done[] }>()

  const send = () => {
    const sending = due
    due = new Map()
    for (const [client, { ids, done }] of sending) {
      if (client.closed) continue
      const goOn = () => {
        for (const one of done) one(null)
      }
      // Stop reading from a client that doesn't read its answers.
      if (client.conn.write(pubacks(ids))) goOn()
      else client.conn.once('drain', goOn)
    }
  }

  return (client, packet, done) => {
    const { qos, messageId } = packet
    // Already stored; the broker would hold it until the PUBREL, which a broken sensor never sends.
    if (qos === 2) packet.payload = ''
    // A last will has no id, and QoS 2 is answered differently.
    if (qos !== 1 || messageId === undefined) return done(null)
    packet.qos = 0
    const before = due.get(client)
    if (before) {
      before.ids.push(messageId)
      before.done.push(done)
      return
    }
    if (due.size === 0) process.nextTick(send)
    due.set(client, { ids: [messageId], done: [done] })
  }
}

const pubackType = 0x40
const pubackLength = 2

function pubacks(ids: readonly number[]): Buffer {
  const bytes = Buffer.allocUnsafe(ids.length * (2 + pubackLength))
  let at = 0
  for (const id of ids) {
    bytes[at++] = pubackType
    bytes[at++] = pubackLength
    at = bytes.writeUInt16BE(id, at)
  }
  return bytes
}
