import type { Socket } from 'node:net'
import { createPacketMeter } from './packet-meter.ts'

export interface PacketTerms {
  /** bytes that a packet may have after its header: a longer one ends the connection */
  most(isPublish: boolean): number
  /** nothing more is to be read for now */
  isHolding(): boolean
  /** of the messages that are taken, as `topicBytes` makes it; null: none are now */
  topic(): Buffer | null
  take(messageId: number, payload: Buffer): void
}

/**
 * Reads what comes for aedes. Under load, many messages arrive in one chunk. Those of one topic are taken
 * here, except the last: aedes needs longer to parse and pass on a message than the portal needs to store it.
 */
export function readPackets(socket: Socket, { most, isHolding, topic, take }: PacketTerms): void {
  const meter = createPacketMeter(most)
  // Smaller oversized packets are read, refused with a reason and counted.
  socket.on('data', (chunk: Buffer) => {
    if (meter.isTooMuch(chunk)) socket.destroy()
  })
  const read = socket.read.bind(socket)
  // A socket in flow gives null bytes only its first chunk, and after a hold nothing would ask for the others. Asked for
  // more than it buffers, it would buffer twice as much from then on.
  const readAll = (): Buffer | null => {
    const chunks: Buffer[] = []
    while (socket.readableLength > 0) chunks.push(read(Math.min(socket.readableLength, socket.readableHighWaterMark)))
    return chunks.length > 1 ? Buffer.concat(chunks) : (chunks[0] ?? read())
  }
  socket.read = (bytes?: number) => {
    // Only aedes asks for null bytes, which are all.
    if (bytes !== null) return read(bytes)
    // It takes the arrival of more for an answer to what it waits for, and would read on.
    if (isHolding()) return null
    const { isBetween } = meter
    const chunk = readAll()
    const taken = topic()
    return chunk && isBetween && taken ? takeMessages(chunk, taken, take) : chunk
  }
}

/** PUBLISH with QoS 1. A repetition and a message to be retained are taken like any other. */
const publish = 0x32
const dupOrRetain = 0x09
const idBytes = 2

/** A topic as MQTT encodes it: its length in two bytes, then its text. */
export function topicBytes(topic: string): Buffer {
  const bytes = Buffer.from(`..${topic}`)
  bytes.writeUInt16BE(bytes.length - 2)
  return bytes
}

/**
 * @param chunk begins with a packet
 * @returns what is left for aedes: the last packet at least, with which it keeps its timers and reads on
 */
function takeMessages(chunk: Buffer, topic: Buffer, take: PacketTerms['take']): Buffer {
  let at = 0
  for (;;) {
    const first = chunk[at + 1]!
    const second = chunk[at + 2]!
    // Messages of more than 16 kB aren't worth it.
    if (first > 127 && second > 127) break
    const begin = at + (first > 127 ? 3 : 2)
    const end = begin + (first & 127) + (first > 127 ? 128 * second : 0)
    const payloadAt = begin + topic.length + idBytes
    // Not so either where the length itself is cut off.
    const isWhole = payloadAt <= end && end < chunk.length
    if (!isWhole || (chunk[at]! & ~dupOrRetain) !== publish) break
    if (topic.compare(chunk, begin, begin + topic.length) !== 0) break
    take(chunk.readUInt16BE(payloadAt - idBytes), chunk.subarray(payloadAt, end))
    at = end
  }
  return chunk.subarray(at)
}
