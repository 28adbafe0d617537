import { type DeviceStatus, type Reading, telemetryLimits, topics } from '@eupnea/contract/live.ts'
import mqtt, { type MqttClient } from 'mqtt'

/**
 * One sensor over MQTT 3.1.1: reports that it is online, sends its readings with QoS 1, keeps them while disconnected
 * and then sends them in arrays. A reading is only forgotten once the portal has acknowledged it (LI-2).
 */

export interface DeviceClientOptions {
  /** mqtt://host:port */
  readonly url: string
  readonly deviceId: string
  readonly password: string
  /** content of the status message besides `online` */
  readonly status?: Omit<DeviceStatus, 'online'>
  /** most readings kept while disconnected; the oldest are dropped first (default: a day at one a second) */
  readonly capacity?: number
  /** most unacknowledged messages */
  readonly window?: number
  /** longest wait between two connection attempts, ms */
  readonly maxBackoffMs?: number
  /** called when the connection opens, breaks or can't be made, with the reason; not for `cut` and `close` */
  onConnection?(connected: boolean, reason: string | null): void
}

export interface DeviceClient {
  readonly connected: boolean
  /** readings not yet acknowledged */
  readonly pending: number
  /** readings dropped because the buffer was full */
  readonly dropped: number
  send(readings: Reading | readonly Reading[]): void
  /** Resolves when everything sent so far, or later, is acknowledged. */
  drained(): Promise<void>
  /** Loses the network without a goodbye, so that the broker sends the last will. */
  cut(): void
  /** Restores the network after `cut`. */
  restore(): void
  /** Reports offline and disconnects. Pending readings are lost. @param graceMs time for the goodbye */
  close(graceMs?: number): Promise<void>
}

const firstBackoffMs = 250

export function connectDevice(options: DeviceClientOptions): DeviceClient {
  const { url, deviceId, password, capacity = 86_400, window = 4, maxBackoffMs = 15_000 } = options
  const telemetry = topics.telemetry(deviceId)
  const status = (online: boolean) => JSON.stringify({ ...options.status, online })

  /** Oldest first. The first `sent` of them are in flight, in `batches`. */
  let readings: Reading[] = []
  let sent = 0
  let batches: { readonly size: number; acknowledged: boolean }[] = []
  let dropped = 0
  const waiting: (() => void)[] = []

  let client: MqttClient | null = null
  let connected = false
  let wanted = true
  let attempts = 0
  let retry: NodeJS.Timeout | undefined

  const settle = () => {
    if (readings.length > 0) return
    for (const done of waiting.splice(0)) done()
  }

  const acknowledge = (batch: (typeof batches)[number]) => {
    batch.acknowledged = true
    while (batches[0]?.acknowledged) {
      const { size } = batches.shift()!
      readings.splice(0, size)
      sent -= size
    }
    settle()
    pump()
  }

  const pump = () => {
    while (connected && client && batches.length < window && sent < readings.length) {
      const { payload, size } = nextMessage(readings, sent)
      const batch = { size, acknowledged: false }
      batches.push(batch)
      sent += size
      // Messages that a lost connection left unanswered are resent by the next one, in order.
      client.publish(telemetry, payload, { qos: 1 }, (error) => {
        if (!error) acknowledge(batch)
      })
    }
  }

  const lose = (reason: string | null) => {
    if (wanted) options.onConnection?.(false, reason)
    connected = false
    sent = 0
    batches = []
  }

  const connect = () => {
    let reason: string | null = null
    const next = mqtt.connect(url, {
      clientId: deviceId,
      username: deviceId,
      password,
      protocolVersion: 4,
      clean: true,
      keepalive: 30,
      connectTimeout: 10_000,
      reconnectPeriod: 0,
      will: { topic: topics.status(deviceId), payload: Buffer.from(status(false)), qos: 1, retain: true },
    })
    client = next
    next.on('connect', () => {
      connected = true
      attempts = 0
      next.publish(topics.status(deviceId), status(true), { qos: 1, retain: true })
      options.onConnection?.(true, null)
      pump()
    })
    next.on('error', (error) => {
      reason = error.message
    })
    next.on('close', () => {
      if (client !== next) return
      client = null
      lose(reason)
      next.end(true)
      if (wanted) retry = setTimeout(connect, backoff(attempts++, maxBackoffMs))
    })
  }

  const cut = () => {
    wanted = false
    clearTimeout(retry)
    const last = client
    client = null
    lose(null)
    last?.end(true)
  }

  connect()
  return {
    get connected() {
      return connected
    },
    get pending() {
      return readings.length
    },
    get dropped() {
      return dropped
    },
    send(given) {
      if (Array.isArray(given)) readings = readings.concat(given)
      else readings.push(given as Reading)
      const excess = readings.length - Math.max(capacity, sent)
      if (excess > 0) {
        // Readings in flight stay, because they may be acknowledged any moment.
        readings.splice(sent, excess)
        dropped += excess
      }
      pump()
    },
    drained: () => (readings.length === 0 ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve))),
    cut,
    restore() {
      if (wanted) return
      wanted = true
      attempts = 0
      connect()
    },
    async close(graceMs = 2_000) {
      const last = client
      if (!connected || !last) return cut()
      wanted = false
      await within(graceMs, (done) =>
        last.publish(topics.status(deviceId), status(false), { qos: 1, retain: true }, done),
      )
      if (batches.length === 0 && last.connected) await within(graceMs, (done) => last.end(false, {}, done))
      cut()
    },
  }
}

/** The longest message the portal accepts, starting at `readings[from]`: one reading, or an array. */
function nextMessage(readings: readonly Reading[], from: number): { payload: string; size: number } {
  const parts: string[] = []
  let bytes = 2
  for (const reading of readings.slice(from, from + telemetryLimits.readings)) {
    const part = JSON.stringify(reading)
    bytes += part.length + 1
    if (parts.length > 0 && bytes > telemetryLimits.payloadBytes) break
    parts.push(part)
  }
  return { payload: parts.length === 1 ? parts[0]! : `[${parts.join(',')}]`, size: parts.length }
}

/** Doubles with every attempt, half of it random, so that a thousand sensors don't reconnect at the same moment. */
function backoff(attempt: number, maxMs: number): number {
  const full = Math.min(maxMs, firstBackoffMs * 2 ** Math.min(attempt, 16))
  return full / 2 + (full / 2) * Math.random()
}

function within(ms: number, act: (done: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    act(() => {
      clearTimeout(timer)
      resolve()
    })
  })
}
