import { type Reading, topics } from '@eupnea/contract/live.ts'
import type { Bed } from '../kit/ward.ts'
import { openWire, type Wire } from './wire.ts'

/**
 * A sensor that records what it sent, in order, and what was acknowledged. After a broken connection it first resends
 * unacknowledged messages, in order; it never resends acknowledged ones (LI-2).
 */
export interface JournalDevice {
  readonly id: string
  /** connections made so far */
  readonly connections: number
  readonly acknowledged: number
  /** messages not acknowledged yet */
  readonly pending: number
  readonly wire: Wire | null
  /** Sends one message: a reading as an object, several as an array. */
  send(readings: Reading | readonly Reading[]): void
  /** What must be stored once everything is acknowledged: the first reading of each ts, oldest first. */
  expected(): Reading[]
  /** resolves when everything is acknowledged */
  drained(): Promise<void>
  /** directs further connections to another portal */
  moveTo(port: number): void
  close(): void
}

interface Message {
  readonly payload: string
  state: 'waiting' | 'sent' | 'acknowledged'
}

/** @param window unacknowledged messages at a time */
export function journalDevice({ device_id: id, key }: Bed, port: number, window = 4): JournalDevice {
  const sent = new Map<number, Reading>()
  const waiting: Message[] = []
  const drains: (() => void)[] = []
  let wire: Wire | null = null
  let closed = false
  let connections = 0
  let acknowledged = 0

  const pump = () => {
    const current = wire
    if (!current) return
    for (const message of waiting.slice(0, window)) {
      if (message.state !== 'waiting') continue
      message.state = 'sent'
      current.publish(topics.telemetry(id), message.payload).then(
        () => settle(message),
        () => {},
      )
    }
  }
  const settle = (message: Message) => {
    message.state = 'acknowledged'
    acknowledged++
    while (waiting[0]?.state === 'acknowledged') waiting.shift()
    if (waiting.length === 0) for (const done of drains.splice(0)) done()
    pump()
  }
  const run = async () => {
    while (!closed) {
      try {
        wire = await openWire({ port, ...key })
        connections++
        for (const message of waiting) if (message.state === 'sent') message.state = 'waiting'
        pump()
        await wire.closed
      } catch {
        // The portal is down: try again.
      }
      wire = null
      await new Promise((resolve) => setTimeout(resolve, 50 + Math.random() * 200))
    }
  }
  void run()

  return {
    id,
    get connections() {
      return connections
    },
    get acknowledged() {
      return acknowledged
    },
    get pending() {
      return waiting.length
    },
    get wire() {
      return wire
    },
    send(readings) {
      for (const reading of [readings].flat() as Reading[]) if (!sent.has(reading.ts)) sent.set(reading.ts, reading)
      waiting.push({ payload: JSON.stringify(readings), state: 'waiting' })
      pump()
    },
    expected: () => [...sent.values()].sort((a, b) => a.ts - b.ts),
    drained: () => (waiting.length === 0 ? Promise.resolve() : new Promise((resolve) => drains.push(resolve))),
    moveTo(next) {
      port = next
    },
    close() {
      closed = true
      wire?.close()
    },
  }
}

/** Each device sends a reading every `ms`. */
export const keepTalking = (devices: readonly JournalDevice[], ms: number): NodeJS.Timeout =>
  setInterval(() => {
    for (const device of devices)
      device.send({ ts: Date.now(), rr: Math.floor(60 + Math.random() * 20) / 4, dist: 0.5 })
  }, ms)
