import { topics } from '@eupnea/contract/live.ts'
import { generate } from 'mqtt-packet'

/**
 * MQTT 3.1.1 packets built once and patched in place, because a load generator must cost less than what it measures.
 */

const tsDigits = 13
const breaths = Array.from({ length: 40 }, (_, n) => (14 + n / 10).toFixed(1))

export interface MessageTemplate {
  /** length of one PUBLISH packet, bytes */
  readonly bytes: number
  /**
   * Writes the `k`-th message of the device.
   * @param id message id, 1..65535
   * @param tsOf instant of the device's n-th reading, ms since the epoch
   */
  write(into: Buffer, at: number, id: number, k: number, tsOf: (n: number) => number): void
}

/** @param readings per message; one is sent as an object, more as an array */
export function createTemplate(username: string, readings: number): MessageTemplate {
  const one = `{"ts":${'0'.repeat(tsDigits)},"rr":14.0,"dist":0.85}`
  const payload = readings === 1 ? one : `[${Array(readings).fill(one).join(',')}]`
  const topic = topics.telemetry(username)
  const packet = generate({ cmd: 'publish', topic, payload, qos: 1, dup: false, retain: false, messageId: 1 })
  const payloadAt = packet.length - payload.length
  const idAt = payloadAt - 2
  const firstAt = payloadAt + payload.indexOf(one)
  const tsAt = one.indexOf('0')
  const rrAt = one.indexOf('14.0')
  return {
    bytes: packet.length,
    write(into, at, id, k, tsOf) {
      packet.copy(into, at)
      into[at + idAt] = id >> 8
      into[at + idAt + 1] = id & 0xff
      for (let index = 0; index < readings; index++) {
        const n = k * readings + index
        const start = at + firstAt + index * (one.length + 1)
        writeDigits(into, start + tsAt, tsOf(n))
        into.write(breaths[n % breaths.length]!, start + rrAt, 4, 'latin1')
      }
    },
  }
}

/** @param value an integer of 13 digits: instants from 2001 to 2286 */
function writeDigits(into: Buffer, at: number, value: number): void {
  let high = Math.floor(value / 1_000_000)
  let low = value - high * 1_000_000
  for (let digit = tsDigits - 1; digit >= tsDigits - 6; digit--) {
    const rest = (low / 10) | 0
    into[at + digit] = 48 + low - rest * 10
    low = rest
  }
  for (let digit = tsDigits - 7; digit >= 0; digit--) {
    const rest = (high / 10) | 0
    into[at + digit] = 48 + high - rest * 10
    high = rest
  }
}

export const connectPacket = (username: string, password: string, clientId: string): Buffer =>
  generate({
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive: 120,
    clientId,
    username,
    password: Buffer.from(password),
  })

export const pingPacket: Buffer = generate({ cmd: 'pingreq' })
export const disconnectPacket: Buffer = generate({ cmd: 'disconnect' })

/**
 * Parses a broker's answers to a device that only publishes: CONNACK, PUBACK, PINGRESP, at most four bytes each.
 * @returns the bytes of an incomplete packet
 */
export function readAnswers(
  data: Buffer,
  on: { connack(returnCode: number): void; puback(id: number): void },
): Buffer | null {
  let at = 0
  while (at + 2 <= data.length) {
    const end = at + 2 + data[at + 1]!
    if (end > data.length) break
    const type = data[at]! >> 4
    if (type === 4) on.puback((data[at + 2]! << 8) | data[at + 3]!)
    else if (type === 2) on.connack(data[at + 3]!)
    at = end
  }
  return at < data.length ? data.subarray(at) : null
}
