import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import type { Reading } from '@eupnea/contract/live.ts'
import { Aedes } from 'aedes'

/** A broker for tests on loopback that records what devices publish and can be stopped. */

export interface Published {
  readonly device: string
  readonly topic: string
  readonly payload: string
  readonly retain: boolean
  readonly qos: number
}

export interface TestBroker {
  readonly url: string
  readonly port: number
  readonly published: Published[]
  /** number of clients connected now */
  readonly clients: number
  /** true: reads messages without acknowledging or recording them, like a portal whose database is down */
  stuck: boolean
  /** number of messages withheld that way */
  readonly withheld: number
  /** Resolves when `check` holds; checked after every message, connect and disconnect. */
  until(check: () => boolean): Promise<void>
  /** Breaks every connection without a goodbye. */
  breakConnections(): void
  close(): Promise<void>
}

/** @param keys password by user name; null accepts everyone */
export async function startBroker(keys: Record<string, string> | null = null, port = 0): Promise<TestBroker> {
  const aedes = await Aedes.createBroker()
  const published: Published[] = []
  const sockets = new Set<Socket>()
  let withheld = 0
  const waiting: { check: () => boolean; done: () => void }[] = []
  const look = () => {
    for (const entry of waiting.slice()) {
      if (!entry.check()) continue
      waiting.splice(waiting.indexOf(entry), 1)
      entry.done()
    }
  }
  aedes.authenticate = (_client, username, password, done) =>
    done(null, keys === null || (username !== undefined && keys[username] === password?.toString()))
  aedes.authorizePublish = (client, packet, done) => {
    if (broker.stuck) {
      withheld++
      look()
      return
    }
    published.push({
      device: client?.id ?? '',
      topic: packet.topic,
      payload: packet.payload.toString(),
      retain: packet.retain,
      qos: packet.qos,
    })
    done(null)
    look()
  }
  for (const event of ['client', 'clientReady', 'clientDisconnect'] as const) aedes.on(event, look)
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('close', () => {
      sockets.delete(socket)
      look()
    })
    aedes.handle(socket)
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const listening = (server.address() as AddressInfo).port
  const broker: TestBroker = {
    url: `mqtt://127.0.0.1:${listening}`,
    port: listening,
    published,
    get clients() {
      return aedes.connectedClients
    },
    stuck: false,
    get withheld() {
      return withheld
    },
    until: (check) => (check() ? Promise.resolve() : new Promise((done) => waiting.push({ check, done }))),
    breakConnections() {
      for (const socket of sockets) socket.destroy()
    },
    async close() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => aedes.close(done))
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
  return broker
}

/** Readings in all telemetry messages of a device, in order of arrival. */
export function readingsOf(published: readonly Published[], device: string): Reading[] {
  return published
    .filter(({ topic }) => topic === `devices/${device}/telemetry`)
    .flatMap(({ payload }) => JSON.parse(payload))
}
