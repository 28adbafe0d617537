import querystring from 'node:querystring'
import { setTimeout as sleep } from 'node:timers/promises'
import { type ConnectionOptions, connect, type NatsConnection, type Subscription } from '@nats-io/transport-node'
import type { Log } from './log.ts'

/** Carries live messages between nodes, by subject. Without BUS_URL there is one node and nothing to carry. */
export interface Bus {
  /** Messages are lost while there is no connection; what was missed is reloaded afterwards. */
  publish(subject: string, payload: string): void
  /** Receives messages of other nodes, never a node's own. @returns a function that stops */
  subscribe(subject: string, handler: (payload: string, subject: string) => void): () => void
  /** true when there are other nodes */
  readonly shared: boolean
  /** Called on each connection, the first and later ones, because messages were missed before it. */
  onResume(handler: () => void): void
  readonly connected: boolean
  close(): Promise<void>
}

type Handler = (payload: string, subject: string) => void

const alone: Bus = {
  publish() {},
  subscribe: () => () => {},
  shared: false,
  onResume() {},
  connected: true,
  async close() {},
}

const retryMs = 250
const dialMs = 5_000
/** How long the last messages may take to go out on close, ms. */
const drainMs = 2_000

/**
 * Connects in the background and retries forever, because a node works without the others. The library's own
 * reconnecting would keep everything published meanwhile, and give up for good over a wrong password.
 * @param url nats://… or tls://…; undefined for a single node
 */
export function openBus(url: string | undefined, log: Log): Bus {
  if (!url) return alone
  const options = { ...serverOf(url), noEcho: true, reconnect: false, timeout: dialMs, name: 'eupnea' }
  const subscribed = new Map<symbol, { subject: string; handler: Handler; running?: Subscription }>()
  const resumeHandlers = new Set<() => void>()
  let connection: NatsConnection | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let reason = ''

  const live = () => (connection?.isClosed() ? null : connection)
  const listen = (to: NatsConnection, subject: string, handler: Handler): Subscription =>
    to.subscribe(subject, {
      callback: (error, message) => {
        if (!error) handler(message.string(), message.subject)
      },
    })
  const dialLater = () => {
    if (!closed) retry = setTimeout(dial, retryMs)
  }
  const dial = async () => {
    try {
      const next = await connect(options)
      if (closed) return await next.close()
      connection = next
      for (const one of subscribed.values()) one.running = listen(next, one.subject, one.handler)
      void next.closed().then(() => {
        connection = null
        if (!closed) log.warn('bus: connection lost, connecting again')
        dialLater()
      })
      reason = ''
      log.info('bus: connected')
      for (const handler of resumeHandlers) handler()
    } catch (error) {
      // Logged once, however long it lasts.
      if (reason !== (error as Error).message) {
        reason = (error as Error).message
        log.warn({ reason }, 'bus: not reached, trying again')
      }
      dialLater()
    }
  }
  void dial()

  return {
    publish: (subject, payload) => live()?.publish(subject, payload),
    subscribe(subject, handler) {
      const key = Symbol(subject)
      const to = live()
      subscribed.set(key, { subject, handler, ...(to && { running: listen(to, subject, handler) }) })
      return () => {
        subscribed.get(key)?.running?.unsubscribe()
        subscribed.delete(key)
      }
    },
    shared: true,
    onResume: (handler) => void resumeHandlers.add(handler),
    get connected() {
      return live() !== null
    },
    async close() {
      closed = true
      clearTimeout(retry)
      const last = live()
      if (!last) return
      // drain() never resolves if the connection breaks now.
      await Promise.race([last.drain(), last.closed(), sleep(drainMs, undefined, { ref: false })])
      await last.close()
    },
  }
}

/** The library takes host and port as an address and everything else as options. */
function serverOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url)
  const user = querystring.unescape(username)
  const who = password ? { user, pass: querystring.unescape(password) } : user ? { token: user } : {}
  return { servers: host, ...who, ...(protocol === 'tls:' && { tls: {} }) }
}
