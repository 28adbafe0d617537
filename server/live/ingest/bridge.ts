import { connect as connectTcp, isIP, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connect as connectTls } from 'node:tls'
import { generate, type IPublishPacket, type Packet, parser } from 'mqtt-packet'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import type { Bed } from '../bed/bed.ts'
import type { LiveState } from '../state/live-state.ts'
import { createSubscriptions } from './bridge-subscriptions.ts'
import { createEsphomeNodes } from './esphome-nodes.ts'
import type { Ingest } from './ingest-shapes.ts'

/**
 * Reads sensors from an existing broker (MQTT_URL). Only one node does so at a time, because states of an ESPHome node
 * only make sense together and in order. Messages are acknowledged after their commit, many at a time; our guarantee
 * begins where the broker's ends. The session persists, so the broker keeps messages while the portal is away, and the
 * next node continues it.
 */
export interface Bridge {
  /** the broker has accepted the login */
  readonly works: boolean
  /** call when devices' topic prefixes may have changed */
  refresh(): void
  close(): Promise<void>
}

export interface BridgeOptions {
  /** mqtt:// or mqtts://, with user and password if the broker requires them */
  readonly url: string
  /** the same on all nodes, and different for another portal */
  readonly clientId: string
  readonly ingest: Ingest
  readonly state: LiveState
  readonly log: Log
}

const keepaliveSeconds = 30
const receiveMaximum = 5_000
const retryMs = { first: 500, most: 10_000 }
const stopPatienceMs = 2_000
/** How a broker of MQTT 3.1.1 refuses MQTT 5: in the words of its own version, or of ours. */
const olderVersions = new Set([1, 0x84])

export function startBridge(options: BridgeOptions): Bridge {
  const { ingest, state, log } = options
  const nodes = createEsphomeNodes({ ingest, log, isHearing: () => connected })
  const inHand = new Set<Promise<unknown>>()
  let socket: Socket | null = null
  let connected = false
  let closed = false
  let retry = retryMs.first
  let timer: NodeJS.Timeout | undefined
  let heardAt = 0
  const reaching = createLastingLog(log, 'bridge: broker not reached, trying again', 'bridge: broker reached again')

  const send = (packet: Packet) => void (socket?.writable && socket.write(generate(packet, { protocolVersion: 5 })))
  const subscriptions = createSubscriptions(state, log, send)

  const receive = async ({ topic, payload, retain }: IPublishPacket): Promise<void> => {
    const bytes = typeof payload === 'string' ? Buffer.from(payload) : payload
    const own = /^devices\/([^/]+)\/(telemetry|status)$/.exec(topic)
    if (own) {
      const bed = state.byId(own[1]!)
      if (bed) return own[2] === 'telemetry' ? ingest.telemetry(bed, bytes) : ingest.status(bed, bytes, null)
      return log.debug({ device_id: own[1] }, 'bridge: no such device')
    }
    const bed = ownerOf(state, topic)
    const message = { topic, payload: bytes, retained: retain, connection: null }
    if (bed) return nodes.receive(bed, bed.place.topicPrefix!, message)
  }

  const take = (packet: Packet) => {
    if (packet.cmd === 'connack') {
      const code = packet.reasonCode ?? packet.returnCode ?? 0
      if (olderVersions.has(code))
        return socket?.destroy(new Error('The broker does not speak MQTT 5. Name one that does'))
      if (code !== 0) return socket?.destroy(new Error('The broker refuses the login'))
      connected = true
      retry = retryMs.first
      log.info('bridge: connected')
      reaching.worked()
      return subscriptions.ask(true)
    }
    if (packet.cmd === 'suback') return subscriptions.answered(packet)
    if (packet.cmd !== 'publish') return
    const { messageId, qos } = packet
    const from = socket
    const taken = receive(packet)
      .then(
        // An acknowledgement on a new connection would refer to another message.
        () => qos === 1 && socket === from && send({ cmd: 'puback', messageId, reasonCode: 0 }),
        // Not committed: end the connection so that the broker sends the message again.
        (error: Error) => from?.destroy(error),
      )
      .finally(() => inHand.delete(taken))
    inHand.add(taken)
  }

  const open = () => {
    const { protocol, hostname, port, username, password } = new URL(options.url)
    const secure = protocol === 'mqtts:'
    const host = hostname.replace(/^\[|\]$/g, '')
    const target = { host, port: Number(port || (secure ? 8883 : 1883)) }
    // A hosted broker uses the server name to find its customer; an IP address can't be one.
    const next = secure ? connectTls({ ...target, servername: isIP(host) ? '' : host }) : connectTcp(target)
    socket = next
    heardAt = Date.now()
    next.setNoDelay(true)
    const parse = parser({ protocolVersion: 5 })
    parse.on('packet', take)
    parse.on('error', (error: Error) => next.destroy(error))
    next.on(secure ? 'secureConnect' : 'connect', () =>
      send({
        cmd: 'connect',
        protocolId: 'MQTT',
        protocolVersion: 5,
        clientId: options.clientId,
        clean: false,
        keepalive: keepaliveSeconds,
        properties: { sessionExpiryInterval: 7 * 86_400, receiveMaximum },
        ...(username ? { username: decodeURIComponent(username) } : {}),
        ...(password ? { password: Buffer.from(decodeURIComponent(password)) } : {}),
      }),
    )
    next.on('data', (chunk: Buffer) => {
      heardAt = Date.now()
      if (!closed) parse.parse(chunk)
    })
    next.on('error', (error) => reaching.failed(error.message))
    next.on('close', () => {
      connected = false
      if (closed || socket !== next) return
      timer = setTimeout(open, retry)
      retry = Math.min(retry * 2, retryMs.most)
    })
  }

  open()
  const ping = setInterval(
    () => {
      // The connection is half open: nothing would ever arrive, and no error either.
      if (Date.now() - heardAt > keepaliveSeconds * 1_500) socket?.destroy(new Error('The broker does not answer'))
      else if (connected) send({ cmd: 'pingreq' })
    },
    (keepaliveSeconds * 1_000) / 2,
  )
  return {
    get works() {
      return connected
    },
    refresh: () => void (connected && subscriptions.ask(false)),
    async close() {
      closed = true
      clearTimeout(timer)
      clearInterval(ping)
      nodes.close()
      // Answer what is in progress, so that the next node doesn't receive it again.
      await Promise.race([Promise.all(inHand), sleep(stopPatienceMs, undefined, { ref: false })])
      if (connected) send({ cmd: 'disconnect', reasonCode: 0 })
      socket?.end()
    },
  }
}

/** The device whose topic prefix a topic lies below. */
function ownerOf(state: LiveState, topic: string): Bed | undefined {
  for (let end = topic.lastIndexOf('/'); end > 0; end = topic.lastIndexOf('/', end - 1)) {
    const bed = state.byPrefix(topic.slice(0, end))
    if (bed) return bed
  }
  return undefined
}
