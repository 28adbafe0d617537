import { connect, type Socket } from 'node:net'
import { topics } from '@eupnea/contract/live.ts'
import { generate, type IConnackPacket, type IConnectPacket, type Packet, parser } from 'mqtt-packet'
import type { Bed } from '../kit/ward.ts'

/** A low-level MQTT 3.1.1 connection that sends whatever a test wants. */
export interface Wire {
  readonly socket: Socket
  /** Publishes. @returns once acknowledged (QoS 1, 2) or written (QoS 0); rejects when the connection ends first */
  publish(topic: string, payload: string | Buffer, how?: { qos?: 0 | 1 | 2; retain?: boolean }): Promise<void>
  /** @returns the granted QoS; 128 if refused */
  subscribe(topic: string): Promise<number>
  readonly received: { readonly topic: string; readonly payload: string }[]
  readonly isOpen: boolean
  /** resolves when the connection has ended, on either side */
  readonly closed: Promise<void>
  /** drops the connection without goodbye */
  cut(): void
  /** disconnects properly: no last will */
  close(): void
}

export interface WireOptions {
  readonly port: number
  readonly username?: string
  readonly password?: string
  readonly clientId?: string
  readonly keepalive?: number
  readonly will?: { readonly topic: string; readonly payload: string }
}

/** The CONNACK refused the login. */
export class LoginRefused extends Error {
  readonly code: number
  constructor(code: number) {
    super(`Refused with return code ${code}`)
    this.code = code
  }
}

/**
 * @returns once connected.
 * @throws LoginRefused when refused, Error when the connection ends before an answer
 */
export async function openWire(options: WireOptions): Promise<Wire> {
  const socket = connect({ port: options.port, host: '127.0.0.1', noDelay: true })
  const answers = new Map<number, { resolve(packet: Packet): void; reject(error: Error): void }>()
  const received: Wire['received'] = []
  const connack = Promise.withResolvers<IConnackPacket>()
  const over = Promise.withResolvers<void>()
  const send = (packet: Packet) => void (socket.writable && socket.write(generate(packet)))
  let isOpen = false
  let nextId = 0

  const take = (packet: Packet) => {
    if (packet.cmd === 'connack') return connack.resolve(packet)
    if (packet.cmd === 'pubrec') return send({ cmd: 'pubrel', messageId: packet.messageId! })
    if (packet.cmd === 'publish') {
      received.push({ topic: packet.topic, payload: packet.payload.toString() })
      if (packet.qos === 1) send({ cmd: 'puback', messageId: packet.messageId! })
      return
    }
    const answer = answers.get(packet.messageId ?? 0)
    answers.delete(packet.messageId ?? 0)
    answer?.resolve(packet)
  }
  const parse = parser()
  parse.on('packet', take)
  socket.on('data', (chunk: Buffer) => void parse.parse(chunk))
  socket.on('error', () => {})
  const pings = setInterval(() => send({ cmd: 'pingreq' }), ((options.keepalive ?? 60) * 1_000) / 2)
  socket.on('close', () => {
    isOpen = false
    clearInterval(pings)
    const ended = new Error('The connection ended before an answer')
    connack.reject(ended)
    for (const answer of answers.values()) answer.reject(ended)
    over.resolve()
  })

  send(connectPacket(options))
  const { returnCode } = await connack.promise
  if (returnCode !== 0) {
    socket.destroy()
    throw new LoginRefused(returnCode ?? -1)
  }
  isOpen = true

  const ask = (packet: (messageId: number) => Packet): Promise<Packet> => {
    if (!isOpen) return Promise.reject(new Error('The connection has ended'))
    nextId = (nextId % 65_535) + 1
    const answer = Promise.withResolvers<Packet>()
    answers.set(nextId, answer)
    send(packet(nextId))
    return answer.promise
  }
  return {
    socket,
    received,
    closed: over.promise,
    get isOpen() {
      return isOpen
    },
    async publish(topic, payload, { qos = 1, retain = false } = {}) {
      const packet = { cmd: 'publish', topic, payload, qos, retain, dup: false } as const
      if (qos === 0) send(packet)
      else await ask((messageId) => ({ ...packet, messageId }))
    },
    async subscribe(topic) {
      const answer = await ask((messageId) => ({ cmd: 'subscribe', messageId, subscriptions: [{ topic, qos: 1 }] }))
      return answer.cmd === 'suback' ? Number(answer.granted[0]) : -1
    },
    cut: () => void socket.destroy(),
    close() {
      send({ cmd: 'disconnect' })
      socket.end()
    },
  }
}

function connectPacket({ username, password, clientId, keepalive = 60, will }: WireOptions): IConnectPacket {
  return {
    cmd: 'connect',
    protocolId: 'MQTT',
    protocolVersion: 4,
    clean: true,
    keepalive,
    clientId: clientId ?? username ?? 'nobody',
    username,
    password: password === undefined ? undefined : Buffer.from(password),
    will: will && { ...will, payload: Buffer.from(will.payload), qos: 1, retain: true },
  }
}

/** Publishes readings, or what is none, as a bed's device. @returns once acknowledged */
export const say = (wire: Wire, { device_id }: Pick<Bed, 'device_id'>, said: unknown): Promise<void> =>
  wire.publish(topics.telemetry(device_id), JSON.stringify(said))
