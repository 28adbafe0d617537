import type { Client, PublishPacket } from 'aedes'
import { counter } from '../../platform/metrics.ts'

type Done = (error?: Error | null) => void

/** What a connection has in one commit. */
interface Unanswered {
  readonly ids: number[]
  bytes: number
  /** lets the connection be read further */
  readonly held: Done[]
}

/** @param stored shared by all messages of a commit */
type Acknowledge = (stored: Promise<void>, client: Client, packet: PublishPacket, done: Done) => void

/** What a connection may have waiting for its answer while it is read further: two hundred readings, or one long message. */
const mostUnanswered = 64 * 1024
/** bytes that a message takes beside its payload */
const messageBytes = 256

const holds = counter('device_waits_total', 'Times that acknowledgements were held back because of a device’s quota')

/**
 * Answers messages once they are stored. All PUBACKs of one commit go out in one write per connection; aedes would make
 * three writes for each, which costs as much as all its other work. Aedes is made to treat the message as QoS 0, which
 * needs no answer, and as done already, so that of each message that waits only its id is kept.
 * @param waitMs how long the answers to a client are held back
 */
export function createAcknowledge(waitMs: (client: Client) => number): Acknowledge {
  const commits = new Map<Promise<void>, Map<Client, Unanswered>>()
  /** bytes */
  const waiting = new WeakMap<Client, number>()

  const inTime = (client: Client, answer: () => void) => {
    const wait = waitMs(client)
    if (wait === 0) return answer()
    holds.inc()
    setTimeout(answer, wait).unref()
  }
  const send = (client: Client, { ids, bytes, held }: Unanswered) => {
    if (client.closed) return
    const goOn = () => {
      waiting.set(client, waiting.get(client)! - bytes)
      for (const done of held) done(null)
    }
    // Stop reading from a client that doesn't read its answers.
    if (client.conn.write(pubacks(ids))) goOn()
    else client.conn.once('drain', goOn)
  }
  const clientsOf = (stored: Promise<void>): Map<Client, Unanswered> => {
    const clients = new Map<Client, Unanswered>()
    commits.set(stored, clients)
    stored.then(
      () => {
        commits.delete(stored)
        for (const [client, unanswered] of clients) inTime(client, () => send(client, unanswered))
      },
      // Closes the connections without an answer, so the devices send the messages again.
      (error: Error) => {
        commits.delete(stored)
        for (const client of clients.keys()) if (!client.closed) client.emit('error', error)
      },
    )
    return clients
  }

  return (stored, client, packet, done) => {
    const { qos, messageId } = packet
    // A last will has no id, and QoS 2 is answered differently.
    if (qos !== 1 || messageId === undefined) {
      const answer = () => {
        // Already stored; the broker would hold it until the PUBREL, which a broken sensor never sends.
        if (qos === 2) packet.payload = ''
        done(null)
      }
      stored.then(() => inTime(client, answer), done)
      return
    }
    packet.qos = 0
    const clients = commits.get(stored) ?? clientsOf(stored)
    let unanswered = clients.get(client)
    if (!unanswered) {
      unanswered = { ids: [], bytes: 0, held: [] }
      clients.set(client, unanswered)
    }
    const bytes = messageBytes + packet.payload.length
    const waits = (waiting.get(client) ?? 0) + bytes
    unanswered.ids.push(messageId)
    unanswered.bytes += bytes
    waiting.set(client, waits)
    if (waits < mostUnanswered && waitMs(client) === 0) done(null)
    else unanswered.held.push(done)
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
