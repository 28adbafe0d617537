import { connect } from '@nats-io/transport-node'

/** Carries live messages between nodes, per subject. Without BUS_URL there is one node and nothing to carry. */
export interface Bus {
  publish(subject: string, payload: string): void
  /** Messages of other nodes; a node does not hear itself. @returns how to stop */
  subscribe(subject: string, handler: (payload: string, subject: string) => void): () => void
  /** true when there are other nodes to speak to */
  readonly shared: boolean
  /** After a lost connection: messages were missed. */
  onResume(handler: () => void): void
  readonly connected: boolean
  close(): Promise<void>
}

const alone: Bus = {
  publish() {},
  subscribe: () => () => {},
  shared: false,
  onResume() {},
  connected: true,
  async close() {},
}

/** @param url nats://…; undefined for a single node */
export async function connectBus(url: string | undefined): Promise<Bus> {
  if (!url) return alone
  const connection = await connect({
    servers: url,
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: 250,
    waitOnFirstConnect: true,
    name: 'eupnea',
  })
  const resumeHandlers = new Set<() => void>()
  let connected = true
  const watch = async () => {
    for await (const status of connection.status()) {
      if (status.type === 'disconnect') connected = false
      if (status.type === 'reconnect') {
        connected = true
        for (const handler of resumeHandlers) handler()
      }
    }
  }
  void watch()
  return {
    publish: (subject, payload) => connection.publish(subject, payload),
    subscribe(subject, handler) {
      const subscription = connection.subscribe(subject, {
        callback: (error, message) => {
          if (!error) handler(message.string(), message.subject)
        },
      })
      return () => subscription.unsubscribe()
    },
    shared: true,
    onResume: (handler) => void resumeHandlers.add(handler),
    get connected() {
      return connected
    },
    close: () => connection.drain(),
  }
}
