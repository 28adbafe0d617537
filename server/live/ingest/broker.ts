import { createServer, type Socket } from 'node:net'
import { topics } from '@eupnea/contract/live.ts'
import { Aedes, type AuthenticateError, type Client, type PublishPacket } from 'aedes'
import type { Log } from '../../platform/log.ts'
import { gauge } from '../../platform/metrics.ts'
import { listen, portOf, secureServer } from '../../platform/socket-servers.ts'
import type { Tls } from '../../platform/tls.ts'
import { createAcknowledge } from './acknowledge.ts'
import { createDeviceConnections, type DeviceClient } from './device-connections.ts'
import { createEsphomeNodes } from './esphome-nodes.ts'
import { createLogins, type Login, type LoginOptions } from './logins.ts'
import { createPendingLogins } from './pending-logins.ts'
import { createQuotas, type Quota } from './quotas.ts'
import { readPackets, topicBytes } from './read-packets.ts'
import { receiveMessages } from './receive-messages.ts'
import { connack, refuseVersions } from './refuse-versions.ts'
import { createWrongKeys, type WrongKeyCount } from './wrong-keys.ts'

/** The portal is the MQTT broker itself, so that a PUBACK can mean "committed" (LI-2). */
export interface DeviceBroker {
  /** null: unencrypted connections are off */
  readonly port: number | null
  /** null: no certificate is set */
  readonly securePort: number | null
  /** ends a device's connections after its key was changed or it was removed */
  disconnect(deviceId: string): void
  /** ends connections whose key is no longer valid, because events about them may have been lost */
  recheck(): Promise<void>
  /** accepts no more connections */
  stopTaking(): void
  close(): Promise<void>
}

interface BrokerOptions extends LoginOptions {
  /** null: unencrypted connections are off */
  readonly port: number | null
  /** where sensors connect with TLS */
  readonly secure?: { readonly port: number; readonly tls: Tls } | null
  readonly host: string
  readonly log: Log
  /** SHA-256 of the keys of connected devices */
  keysOf(deviceIds: readonly string[]): Promise<ReadonlyMap<string, Buffer>>
  readonly quota: Quota
  writeWrongKeys(counts: readonly WrongKeyCount[]): Promise<void>
}

const maxPacketBytes = 16 * 1024 * 1024
/** for packets other than messages, such as a subscription, and for connections that have not logged in yet */
const maxOtherBytes = 64 * 1024
const maxKeepaliveSeconds = 3_600
const tcpKeepaliveMs = 60_000
const retryMs = 1_000
/** CONNACK's return codes. */
const [badClientId, unavailable, badLogin] = [2, 3, 4]

/** Nobody subscribes to what devices publish: their packets end in `authorizePublish`. */
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
  const nodes = createEsphomeNodes({ ingest, log })
  const logins = createLogins(options)
  const quotas = createQuotas(options.quota)
  const acknowledge = createAcknowledge(({ deviceId }: DeviceClient) =>
    deviceId === undefined ? 0 : quotas.waitMs(deviceId),
  )
  const wrongKeys = createWrongKeys(options.writeWrongKeys, log)
  const connections = createDeviceConnections()
  const receive = receiveMessages({ ...options, nodes, quotas, connections })
  const pending = createPendingLogins()
  let closed = false
  const broker = new Broker({
    // Long enough for every client library's own id; 23 is MQTT 3.1's.
    maxClientsIdLength: 256,
    concurrency: 1_000,
    preConnect: (client, packet, callback) => {
      pending.delete(client.conn as Socket)
      if (packet.clientId === '' && !packet.clean) {
        client.conn.write(connack(badClientId))
        return callback(refusal(badClientId, 'no client id'), false)
      }
      // Nothing is kept for absent clients, and a client that stays silent this long counts as absent.
      packet.clean = true
      packet.keepalive = Math.min(packet.keepalive || maxKeepaliveSeconds, maxKeepaliveSeconds)
      callback(null, true)
    },
    authenticate: (client, username, password, done) => {
      logins.check(username, password).then(
        (device) => {
          if (device === 'unknown' || device === 'wrong')
            return wrongKeys.refuse(client, device === 'wrong' ? username! : null, () =>
              done(refusal(badLogin, 'wrong device or key'), null),
            )
          if (!client.closed) admit(client, device, () => done(null, true))
        },
        (error: Error) => {
          log.warn({ reason: error.message }, 'mqtt: login not checked')
          done(refusal(unavailable, 'try again'), null)
        },
      )
    },
    authorizePublish: (client, packet, callback) => {
      // After an error the connection closes without a PUBACK, so the device sends the message again.
      try {
        acknowledge.answer(receive.publish(client, packet), client!, packet, callback)
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
  broker.on('clientDisconnect', (client: DeviceClient) => {
    if (connections.remove(client)) nodes.forget(client.deviceId!)
  })

  function admit(client: DeviceClient, device: Login, done: () => void): void {
    // The client id gets the device id in front, so nobody can end another device's connection by its client id.
    const topic = topicBytes(topics.telemetry(device.deviceId))
    Object.assign(client, device, { id: `${device.deviceId}/${client.id}`, topic })
    nodes.forget(device.deviceId)
    // This must happen before the broker ends the connection with the same client id, because that sends its last will.
    const others = connections.add(client)
    // Who connects again for each message would otherwise never wait.
    const answer = () => acknowledge.inTime(client, () => void (client.closed || done()))
    if (others.length < options.quota.connections) answer()
    else others[0]!.close(answer)
  }

  async function recheck(): Promise<void> {
    logins.keysChanged()
    const open = connections.all()
    try {
      const keys = await options.keysOf([...new Set(open.map(({ deviceId }) => deviceId!))])
      for (const client of open) if (!keys.get(client.deviceId!)?.equals(client.keyHash!)) client.close()
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'mqtt: keys not checked again, trying again')
      if (!closed) setTimeout(recheck, retryMs)
    }
  }

  const serve = (socket: Socket) => {
    socket.setNoDelay(true)
    socket.setKeepAlive(true, tcpKeepaliveMs)
    const isPending = pending.add(socket)
    const client: DeviceClient = broker.handle(socket)
    readPackets(socket, {
      most: (isPublish) => (isPending() || !isPublish ? maxOtherBytes : maxPacketBytes),
      isHolding: () => acknowledge.isHolding(client),
      topic: () => (client.connected && !acknowledge.isFull(client) ? client.topic! : null),
      take(messageId, payload) {
        if (client.closed) return
        try {
          acknowledge.keep(receive.telemetry(client, payload), client, messageId, payload.length)
        } catch (error) {
          client.emit('error', error)
        }
      },
    })
    refuseVersions(socket)
  }
  gauge('mqtt_connections', 'Devices connected to this node', function () {
    this.set(broker.connectedClients)
  })
  const plain = options.port === null ? null : createServer(serve)
  const secure = options.secure ? secureServer(options.secure.tls, serve) : null
  // A client may also be silent before the TLS handshake.
  secure?.on('connection', pending.add)
  const servers = [plain, secure].filter((server) => server !== null)
  if (plain) await listen(plain, options.port!, options.host)
  if (secure) await listen(secure, options.secure!.port, options.host)
  return {
    port: plain && portOf(plain),
    securePort: secure && portOf(secure),
    disconnect(deviceId) {
      logins.keysChanged()
      for (const client of connections.of(deviceId)) client.close()
    },
    recheck,
    stopTaking() {
      for (const server of servers) server.close()
    },
    async close() {
      closed = true
      nodes.close()
      await wrongKeys.close()
      for (const server of servers) server.close()
      await new Promise<void>((resolve) => broker.close(() => resolve()))
    },
  }
}

const refusal = (returnCode: number, message: string): AuthenticateError =>
  Object.assign(new Error(message), { returnCode })
