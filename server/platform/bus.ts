import querystring from 'node:querystring'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ConnectionOptions, NatsConnection, Subscription } from '@nats-io/transport-node'
import { openDetour } from './bus-detour.ts'
import type { Connection } from './database.ts'
import type { Log } from './log.ts'

/**
 * Carries live messages between nodes, by subject: through NATS, and through the database while NATS is away (AN-14).
 * Without BUS_URL there is one node and nothing to carry.
 */
export interface Bus {
  /** Messages may be lost when NATS goes or comes; what was missed is reloaded then. */
  publish(subject: string, payload: string): void
  /** Receives messages of other nodes, never a node's own. @returns a function that stops */
  subscribe(subject: string, handler: (payload: string, subject: string) => void): () => void
  /** true when there are other nodes */
  readonly shared: boolean
  /** Called when messages may have been missed: on each connection to NATS, and a moment after each is lost. */
  onResume(handler: () => void): void
  /** NATS is reached */
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
/** NATS that stands still is noticed after two of these, ms. */
const pingMs = 2_000
/** Until the other nodes send to one without NATS through the database, ms. */
const turnMs = 1_000

/**
 * Connects in the background and retries forever, because a node works without the others. The library's own
 * reconnecting would keep everything published meanwhile, and give up for good over a wrong password.
 * @param nats its address (nats://… or tls://…), and the key of all nodes; undefined for a single node
 * @param database through which messages go while NATS is away
 */
export function openBus(nats: { url: string; secret: string } | undefined, database: Connection, log: Log): Bus {
  if (!nats) return alone
  const { url, secret } = nats
  const pings = { pingInterval: pingMs, maxPingOut: 2 }
  const options = { ...serverOf(url), ...pings, noEcho: true, reconnect: false, timeout: dialMs, name: 'eupnea' }
  const subscribed = new Map<symbol, { subject: string; handler: Handler; running?: Subscription }>()
  const resumeHandlers = new Set<() => void>()
  let connection: NatsConnection | null = null
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let turn: NodeJS.Timeout | undefined
  let reason = ''
  const resume = () => {
    for (const handler of resumeHandlers) handler()
  }

  const live = () => (connection?.isClosed() ? null : connection)
  const listen = (to: NatsConnection, subject: string, handler: Handler): Subscription =>
    to.subscribe(subject, {
      callback: (error, message) => {
        if (!error) handler(message.string(), message.subject)
      },
    })
  const detour = openDetour({
    ...{ database, secret, log },
    isNeeded: () => live() === null,
    hear(subject, payload, isTwice) {
      if (isTwice && live()) return
      for (const one of subscribed.values()) if (fits(one.subject, subject)) one.handler(payload, subject)
    },
  })
  const dialLater = () => {
    if (!closed) retry = setTimeout(dial, retryMs)
  }
  const dial = async () => {
    try {
      // Only nodes that have a bus load its client.
      const { connect } = await import('@nats-io/transport-node')
      const next = await connect(options)
      if (closed) return await next.close()
      connection = next
      for (const one of subscribed.values()) one.running = listen(next, one.subject, one.handler)
      void next.closed().then(() => {
        connection = null
        if (closed) return
        log.warn('bus: connection lost, messages go through the database until it is back')
        detour.ask()
        turn = setTimeout(resume, turnMs)
        dialLater()
      })
      reason = ''
      log.info('bus: connected')
      clearTimeout(turn)
      resume()
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
    publish(subject, payload) {
      const nats = live()
      nats?.publish(subject, payload)
      if (!nats || detour.isAsked) detour.publish(subject, payload, nats !== null)
    },
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
      clearTimeout(turn)
      await detour.close()
      const last = live()
      if (!last) return
      // drain() never resolves if the connection breaks now.
      await Promise.race([last.drain(), last.closed(), sleep(drainMs, undefined, { ref: false })])
      await last.close()
    },
  }
}

/** @param pattern as NATS has them, with `*` for the last word */
const fits = (pattern: string, subject: string): boolean =>
  pattern.endsWith('.*') ? subject.startsWith(pattern.slice(0, -1)) : subject === pattern

/** The library takes host and port as an address and everything else as options. */
function serverOf(url: string): ConnectionOptions {
  const { protocol, host, username, password } = new URL(url)
  const user = querystring.unescape(username)
  const who = password ? { user, pass: querystring.unescape(password) } : user ? { token: user } : {}
  return { servers: host, ...who, ...(protocol === 'tls:' && { tls: {} }) }
}
