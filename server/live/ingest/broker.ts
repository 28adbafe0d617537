import { createHash, timingSafeEqual } from 'node:crypto'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { createServer as createSecureServer } from 'node:tls'
import { topics } from '@eupnea/contract/live.ts'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Log } from '../../platform/log.ts'
import { gauge } from '../../platform/metrics.ts'
import type { Tls } from '../../platform/tls.ts'
import type { DeviceSlot } from '../state/device-slot.ts'
import { createAcknowledge } from './acknowledge.ts'
import { createEsphomeNodes } from './esphome-nodes.ts'
import type { Ingest } from './ingest.ts'

/** Ends MQTT in the portal, so that a PUBACK can mean "committed" (interfaces.md section 3). */
export interface DeviceBroker {
  /** null: not without TLS */
  readonly port: number | null
  /** null: there is no certificate */
  readonly securePort: number | null
  /** ends the connections of a device: its key was changed, or it was removed */
  disconnect(deviceId: string): void
  /** takes no further connections */
  stopTaking(): void
  close(): Promise<void>
}

export interface BrokerOptions {
  /** null: nothing listens without TLS */
  readonly port: number | null
  /** where sensors connect with TLS */
  readonly secure?: { readonly port: number; readonly tls: Tls } | null
  readonly host: string
  readonly ingest: Ingest
  readonly log: Log
  /** SHA-256 of the key that this device must show; null for an unknown device */
  login(deviceId: string): Promise<Buffer | null>
  slotOf(deviceId: string): DeviceSlot | undefined
}

const nothing = Promise.resolve()
const maxPacketBytes = 16 * 1024 * 1024
const badLogin = 4
const unavailable = 3

type DeviceClient = Client & { deviceId?: string }

/** Nothing subscribes to what devices publish: their packets end in `authorizePublish` and go no further. */
class Broker extends Aedes {
  override publish(
    packet: PublishPacket,
    client?: Client | ((error?: Error) => void),
    done?: (error?: Error) => void,
  ): void {
    if (client && typeof client === 'object') done?.()
    else if (typeof client === 'function') super.publish(packet, client)
    else super.publish(packet, done ?? (() => {}))
  }
}

export async function startBroker(options: BrokerOptions): Promise<DeviceBroker> {
  const { ingest, log } = options
  const nodes = createEsphomeNodes(ingest)
  const acknowledge = createAcknowledge()
  /** the connection that each device opened last */
  const newest = new Map<string, Client>()
  const broker = new Broker({
    // Long enough for every client library's own id; 23 is MQTT 3.1's.
    maxClientsIdLength: 256,
    concurrency: 1_000,
    preConnect: (client, _packet, callback) => callback(null, client !== null),
    authenticate: (client, username, password, done) => {
      login(options, client, username, password).then(
        (deviceId) => {
          if (deviceId === null) return done(refusal(badLogin, 'wrong device or key'), null)
          // Before the broker ends a connection of the same client id, whose last will is sent then.
          newest.set(deviceId, client)
          done(null, true)
        },
        (error: Error) => {
          log.warn({ reason: error.message }, 'mqtt: login not checked')
          done(refusal(unavailable, 'try again'), null)
        },
      )
    },
    authorizePublish: (client, packet, callback) => {
      // After an error the connection closes without a PUBACK and the device sends again.
      try {
        receive(client as DeviceClient | null, packet).then(() => acknowledge(client!, packet, callback), callback)
      } catch (error) {
        callback(error as Error)
      }
    },
    authorizeSubscribe: (client, subscription, callback) => {
      const { deviceId } = client as DeviceClient
      callback(null, deviceId && subscription.topic === topics.config(deviceId) ? subscription : null)
    },
  })
  await broker.listen()
  broker.on('clientError', (client, error) =>
    log.debug({ device_id: (client as DeviceClient).deviceId, reason: error.message }, 'mqtt: connection ended'),
  )
  const connected = new Set<DeviceClient>()
  broker.on('client', (client) => void connected.add(client))
  broker.on('clientDisconnect', (client: DeviceClient) => {
    connected.delete(client)
    if (client.deviceId === undefined) return
    nodes.forget(client.deviceId)
    if (newest.get(client.deviceId) === client) newest.delete(client.deviceId)
  })
  // The last will of a connection that the device has left behind says nothing about the device.
  const isLeftBehind = (client: DeviceClient, deviceId: string) => {
    const last = newest.get(deviceId) ?? client
    return last !== client && !last.closed
  }

  /** No promise of its own for each message: the same one as all that are committed with it. */
  function receive(client: DeviceClient | null, { topic, payload }: PublishPacket): Promise<void> {
    const slot = client?.deviceId === undefined ? undefined : options.slotOf(client.deviceId)
    if (!slot) throw new Error('The device was removed')
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    if (topic === topics.telemetry(slot.place.id)) return ingest.telemetry(slot, bytes)
    if (topic === topics.status(slot.place.id))
      return isLeftBehind(client!, slot.place.id) ? nothing : ingest.status(slot, bytes)
    const { topicPrefix } = slot.place
    if (topicPrefix !== null && topic.startsWith(`${topicPrefix}/`))
      // The node's own connection: the flag only says that it wants its states stored.
      return nodes.receive(slot, topicPrefix, { topic, payload: bytes, retained: false })
    // Home Assistant's discovery and ESPHome's own are part of attaching a node; they say nothing about breathing.
    if (topicPrefix !== null && /^(homeassistant|esphome\/discover)\//.test(topic)) return nothing
    ingest.refuse(
      slot,
      topic.startsWith(`devices/${slot.place.id}/`) ? 'unknown_topic' : 'foreign_topic',
      Buffer.from(topic),
    )
    return nothing
  }

  const serve = (socket: Socket) => {
    socket.setNoDelay(true)
    const client = broker.handle(socket)
    limitPackets(socket, client)
  }
  gauge('mqtt_connections', 'Devices connected to this node', function () {
    this.set(broker.connectedClients)
  })
  const plain = options.port === null ? null : createServer(serve)
  const secure = options.secure ? secureServer(options.secure.tls, serve) : null
  const servers = [plain, secure].filter((server) => server !== null)
  if (plain) await listen(plain, options.port!, options.host)
  if (secure) await listen(secure, options.secure!.port, options.host)
  return {
    port: plain && portOf(plain),
    securePort: secure && portOf(secure),
    disconnect(deviceId) {
      for (const client of connected) if (client.deviceId === deviceId) client.close()
    },
    stopTaking() {
      for (const server of servers) server.close()
    },
    async close() {
      for (const server of servers) server.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode })

/** @returns the device; null when it is not one of ours, or its key is wrong */
async function login(
  { login: find }: BrokerOptions,
  client: DeviceClient,
  username: string | undefined,
  password: Buffer | undefined,
): Promise<string | null> {
  if (!username || !password) return null
  const given = createHash('sha256').update(password).digest()
  const known = await find(username)
  if (!known || !timingSafeEqual(given, known)) return null
  client.deviceId = username
  // A client id belongs to its device: nobody ends another device's connection by taking its id.
  client.id = `${username}/${client.id}`
  return username
}

/**
 * Ends a connection whose packet would not fit in memory; smaller ones are taken, refused by name and counted. The
 * parser has no limit of its own, so its packet is looked at after each chunk.
 */
function limitPackets(socket: Socket, client: Client): void {
  const { _parser: parser } = client as unknown as { _parser: { packet?: { length?: number } } }
  socket.on('readable', () => {
    if ((parser.packet?.length ?? 0) > maxPacketBytes) socket.destroy()
  })
}

function secureServer(tls: Tls, serve: (socket: Socket) => void): Server {
  const server = createSecureServer(tls.options, serve)
  tls.follow(server)
  return server
}

const portOf = (server: Server): number => (server.address() as AddressInfo).port

const listen = (server: Server, port: number, host: string): Promise<void> =>
  new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
