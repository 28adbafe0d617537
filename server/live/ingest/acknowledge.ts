import type { Client, PublishPacket } from 'aedes'
import { counter } from '../../platform/metrics.ts'

type Done = (error?: Error | null) => void

/** A connection's messages in one commit. */
interface Unanswered {
  readonly ids: number[]
  bytes: number
  /** resumes reading from the connection */
  readonly held: Done[]
}

export interface Acknowledge {
  /** @param stored shared by all messages of a commit */
  answer(stored: Promise<void>, client: Client, packet: PublishPacket, done: Done): void
  /** the same of a message that aedes knows nothing of */
  keep(stored: Promise<void>, client: Client, messageId: number, length: number): void
  /** answers when the client is within its quota */
  inTime(client: Client, answer: () => void): void
  /** so much is unanswered that what comes next is held */
  isFull(client: Client): boolean
  /** nothing more is to be read from the connection until answers have gone out */
  isHolding(client: Client): boolean
}

/** How much a connection may have unanswered before we stop reading from it: some two hundred readings. */
const mostUnanswered = 64 * 1024
/** bytes a message takes in addition to its payload */
const messageBytes = 256

const holds = counter('device_waits_total', 'Times that answers were held back because of a device’s quota')

/**
 * Answers messages once they are stored. All PUBACKs of one commit go out in one write per connection; aedes would make
 * three writes for each, which costs as much as all its other work. We tell aedes that the message is QoS 0, which needs
 * no answer, and already done, so only its id is kept while it waits.
 * @param waitMs how long the answers to a client are held back
 */
export function createAcknowledge(waitMs: (client: Client) => number): Acknowledge {
  const commits = new Map<Promise<void>, Map<Client, Unanswered>>()
  /** bytes */
  const waiting = new WeakMap<Client, number>()
  /** messages that aedes waits for */
  const holding = new WeakMap<Client, number>()
  const hold = (client: Client, by: number) => holding.set(client, (holding.get(client) ?? 0) + by)

  let free: Done[] = []
  /** Once the chunk that the message came in is parsed: aedes then reads the next, and its parser can't be nested. */
  const letGo = (done: Done) => {
    if (free.length === 0)
      process.nextTick(() => {
        const going = free
        free = []
        for (const one of going) one(null)
      })
    free.push(done)
  }
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
      hold(client, -held.length)
      for (const done of held) done(null)
    }
    // A client that doesn't read its answers is soon read no further.
    if (ids.length === 0 || client.conn.write(pubacks(ids))) goOn()
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

  const keep = (stored: Promise<void>, client: Client, messageId: number | undefined, length: number): Unanswered => {
    const clients = commits.get(stored) ?? clientsOf(stored)
    let unanswered = clients.get(client)
    if (!unanswered) {
      unanswered = { ids: [], bytes: 0, held: [] }
      clients.set(client, unanswered)
    }
    const bytes = messageBytes + length
    if (messageId !== undefined) unanswered.ids.push(messageId)
    unanswered.bytes += bytes
    waiting.set(client, (waiting.get(client) ?? 0) + bytes)
    return unanswered
  }

  const isFull = (client: Client) => (waiting.get(client) ?? 0) >= mostUnanswered || waitMs(client) > 0

  return {
    keep,
    inTime,
    isFull,
    isHolding: (client) => (holding.get(client) ?? 0) > 0,
    answer(stored, client, packet, done) {
      const { qos, messageId } = packet
      // A last will has no connection any more, and QoS 2 is answered differently.
      if (qos === 2 || client.closed) {
        hold(client, 1)
        const answer = () => {
          // Already stored; the broker would hold it until the PUBREL, which a broken sensor never sends.
          if (qos === 2) packet.payload = ''
          hold(client, -1)
          done(null)
        }
        stored.then(() => inTime(client, answer), done)
        return
      }
      packet.qos = 0
      const unanswered = keep(stored, client, qos === 1 ? messageId : undefined, packet.payload.length)
      if (!isFull(client)) return letGo(done)
      hold(client, 1)
      unanswered.held.push(done)
    },
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
