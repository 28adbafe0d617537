import { connect, type Socket } from 'node:net'
import { connectPacket, createTemplate, disconnectPacket, pingPacket, readAnswers } from './packets.ts'

const maxId = 65_535
/** Fewer than there are message ids, so that an id identifies one message. */
const mostSlots = 32_768

export interface LoadDeviceOptions {
  readonly host: string
  readonly port: number
  readonly username: string
  readonly password: string
  readonly readingsPerMessage: number
  /** most unacknowledged messages */
  readonly window: number
  tsOf(n: number): number
  onReady(): void
  /**
   * @param k number of the message, from 0
   * @param waited ms since it was due
   */
  onAcknowledged(k: number, waited: number): void
  onError(reason: string): void
}

/** One publishing connection. Messages are numbered k = 0, 1, …; ids and slots are derived from k. */
export interface LoadDevice {
  readonly ready: boolean
  readonly username: string
  /** messages sent, not counting repetitions */
  readonly sent: number
  readonly acknowledged: number
  /** how many more may be sent now */
  room(): number
  /** Sends the next `count` messages in one write. @param dueAt when each was due (performance.now) */
  send(count: number, dueAt: (k: number) => number): void
  ping(): void
  close(): void
}

/** Connections of one device have names of their own, or each would end the one before. */
let opened = 0

export function openLoadDevice(options: LoadDeviceOptions): LoadDevice {
  const { window, tsOf, username } = options
  const template = createTemplate(username, options.readingsPerMessage)
  const hello = connectPacket(username, options.password, `${username}-${++opened}`)
  // Slots for messages not yet acknowledged in order; answers may arrive out of order.
  const slots = Math.min(mostSlots, 2 ** Math.ceil(Math.log2(Math.max(16, window * 4))))
  const mask = slots - 1
  const due = new Float64Array(slots)
  const answered = new Uint8Array(slots)
  let oldest = 0
  let next = 0
  let acknowledged = 0

  let socket: Socket | null = null
  let ready = false
  let closed = false
  let attempts = 0
  let rest: Buffer | null = null

  const idOf = (k: number) => (k % maxId) + 1

  const acknowledge = (id: number) => {
    const k = oldest + ((id - idOf(oldest) + maxId) % maxId)
    if (k >= next || answered[k & mask]) return
    answered[k & mask] = 1
    acknowledged++
    options.onAcknowledged(k, performance.now() - due[k & mask]!)
    while (oldest < next && answered[oldest & mask]) answered[oldest++ & mask] = 0
  }

  const write = (ks: readonly number[]) => {
    const batch = Buffer.allocUnsafe(ks.length * template.bytes)
    ks.forEach((k, index) => {
      template.write(batch, index * template.bytes, idOf(k), k, tsOf)
    })
    socket!.write(batch)
  }

  const open = () => {
    const opened = connect({ host: options.host, port: options.port, noDelay: true })
    socket = opened
    rest = null
    let reason = 'connection closed'
    opened.write(hello)
    opened.on('data', (data: Buffer) => {
      rest = readAnswers(rest ? Buffer.concat([rest, data]) : data, {
        puback: acknowledge,
        connack(returnCode) {
          if (returnCode !== 0) {
            reason = `refused with return code ${returnCode}`
            opened.destroy()
            return
          }
          ready = true
          attempts = 0
          // Messages left unanswered by the broken connection are resent first, unchanged.
          const again: number[] = []
          for (let k = oldest; k < next; k++) if (!answered[k & mask]) again.push(k)
          if (again.length > 0) write(again)
          options.onReady()
        },
      })
    })
    opened.on('error', (error: NodeJS.ErrnoException) => {
      reason = error.code ?? error.message
    })
    opened.on('close', () => {
      ready = false
      if (closed) return
      options.onError(reason)
      setTimeout(
        () => {
          if (!closed) open()
        },
        Math.min(1_000, 50 * 2 ** Math.min(attempts++, 5)) * (0.5 + Math.random()),
      )
    })
  }
  open()

  return {
    get ready() {
      return ready
    },
    get sent() {
      return next
    },
    get acknowledged() {
      return acknowledged
    },
    username,
    room: () => (ready ? Math.min(window - (next - acknowledged), slots - (next - oldest)) : 0),
    send(count, dueAt) {
      const ks: number[] = []
      for (; count > 0; count--) {
        due[next & mask] = dueAt(next)
        ks.push(next++)
      }
      write(ks)
    },
    ping() {
      if (ready) socket!.write(pingPacket)
    },
    close() {
      closed = true
      if (ready) socket!.end(disconnectPacket)
      else socket!.destroy()
    },
  }
}
