import type { LiveMessage } from '@eupnea/contract/live.ts'

/** A live connection as an external program makes it, with Node's own WebSocket. */
export interface LiveClient {
  readonly messages: LiveMessage[]
  readonly socket: WebSocket
  /** the first matching message, even if it came earlier; rejects after `ms` */
  next<T extends LiveMessage>(fits: (message: LiveMessage) => message is T, ms?: number): Promise<T>
  /** the close code */
  readonly closed: Promise<number>
  close(): void
}

/**
 * @param http the portal's address
 * @param query of the connection, including the token
 */
export function openLive(http: string, query: Record<string, string>): LiveClient {
  const url = `${http.replace(/^http/, 'ws')}/live?${new URLSearchParams(query)}`
  const socket = new WebSocket(url)
  const messages: LiveMessage[] = []
  const waiting = new Set<() => void>()
  socket.addEventListener('message', ({ data }) => {
    const value = JSON.parse(String(data)) as LiveMessage | LiveMessage[]
    messages.push(...(Array.isArray(value) ? value : [value]))
    for (const look of waiting) look()
  })
  const closed = new Promise<number>((resolve) => socket.addEventListener('close', ({ code }) => resolve(code)))
  return {
    messages,
    socket,
    closed,
    next: (fits, ms = 10_000) =>
      new Promise((resolve, reject) => {
        const look = () => {
          const found = messages.find(fits)
          if (!found) return
          waiting.delete(look)
          clearTimeout(timer)
          resolve(found)
        }
        const timer = setTimeout(() => {
          waiting.delete(look)
          reject(new Error(`No such message within ${ms} ms; had ${messages.map(({ action }) => action).join(', ')}`))
        }, ms)
        waiting.add(look)
        look()
      }),
    close: () => socket.close(),
  }
}

export const isAction =
  <A extends LiveMessage['action']>(
    action: A,
    also: (message: Extract<LiveMessage, { action: A }>) => boolean = () => true,
  ) =>
  (message: LiveMessage): message is Extract<LiveMessage, { action: A }> =>
    message.action === action && also(message as Extract<LiveMessage, { action: A }>)

interface OfDevice {
  readonly device_id: string
}

/** Messages about one device. */
export const ofDevice =
  <T extends LiveMessage>(fits: (message: LiveMessage) => message is T, { device_id }: OfDevice) =>
  (message: LiveMessage): message is T =>
    fits(message) && (message as Partial<OfDevice>).device_id === device_id

/** Of the device's reading at `ts`. */
export const rrOf = (device: OfDevice, ts: number) =>
  ofDevice(
    isAction('rr', (message) => message.ts === ts),
    device,
  )
