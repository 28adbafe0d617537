import type { Duplex } from 'node:stream'
import type { ChangedMessage } from '@eupnea/contract/live.ts'
import type pg from 'pg'
import { z } from 'zod'
import { type Connection, createClient, keepAliveMs } from './database.ts'
import type { Log } from './log.ts'
import { createLastingLog } from './log-lasting.ts'

/**
 * Events from actions to all nodes. They are sent with NOTIFY inside the action's transaction: every node receives them
 * if and only if the action commits, in commit order. Events only carry ids, no content.
 */
export type PortalEvent =
  | ({ readonly type: 'changed' } & Omit<ChangedMessage, 'action'>)
  | { readonly type: 'session_ended'; readonly session_id: string }
  | { readonly type: 'access_changed'; readonly user_id: string }
  /** it was revoked, or shows another floor */
  | { readonly type: 'display_changed'; readonly display_id: string }
  | { readonly type: 'message_queued' }
  | { readonly type: 'fhir_export_started' }
  | { readonly type: 'deidentified_export_started' }
  /** somebody looked: nobody is in the bed that this device watches */
  | { readonly type: 'bed_emptied'; readonly device_id: string }
  | { readonly type: 'device_key_changed'; readonly device_id: string }

/** Hears what is sent on a channel of the database. */
export interface Listener<T> {
  on(handler: (said: T) => void): void
  /** Called after a lost connection: events may have been missed, so reload any copies. */
  onResume(handler: () => void): void
  /** Resolves when everything committed before has been received, or can't be received right now. */
  caughtUp(): Promise<void>
  readonly connected: boolean
  /** not connected for so long that who may see what, and who lies where, may have changed */
  readonly isDeaf: boolean
  close(): Promise<void>
}

export type EventListener = Listener<PortalEvent>

/** How often the database is checked, and how long its answer may take, ms. */
const usualPatience = { askEveryMs: 10_000, answerMs: 5_000 }

/** How long a lost connection may take to come back, ms. */
const deafAfterMs = 10_000

/** Whoever may run SQL can say anything here. A text that PostgreSQL can't take would be asked for without end. */
const eventFields = z.record(
  z.string(),
  z
    .string()
    .refine((text) => !text.includes('\0'))
    .nullable(),
)
const parseEvent = (payload: string) => eventFields.parse(JSON.parse(payload)) as unknown as PortalEvent

/** Listens to the portal's events. */
export const listenToEvents = (connection: Connection, log: Log, patience = usualPatience): Promise<EventListener> =>
  listenTo({ connection, channel: 'eupnea', log, parse: parseEvent, patience })

interface ListenOptions<T> {
  readonly connection: Connection
  readonly channel: string
  readonly log: Log
  /** @throws Error for what nobody of the portal has said; it is passed over */
  parse(payload: string): T
  readonly patience?: typeof usualPatience
}

/** Listens on one connection and reconnects forever. @throws Error when the first connection fails */
export async function listenTo<T>({
  connection,
  channel,
  log,
  parse,
  patience: { askEveryMs, answerMs } = usualPatience,
}: ListenOptions<T>): Promise<Listener<T>> {
  const reaching = createLastingLog(log, 'events: database not reached, trying again', 'events: database reached again')
  const handlers = new Set<(said: T) => void>()
  const resumeHandlers = new Set<() => void>()
  let client: pg.Client | null = null
  let lostAt = 0
  /** One check at a time: callers during a check wait for the next one, which covers what was committed meanwhile. */
  let question = (): Promise<void> => Promise.resolve()
  let closed = false
  let retry: NodeJS.Timeout | undefined
  let reconnecting: Promise<void> = Promise.resolve()
  const reconnectIn = (ms: number) => {
    if (closed) return
    retry = setTimeout(() => {
      reconnecting = reconnect()
    }, ms)
  }

  // What is thrown here would end the process.
  const guarded = (work: () => void): void => {
    try {
      work()
    } catch (error) {
      log.error({ err: error }, 'events: one is passed over')
    }
  }
  const connect = async (): Promise<void> => {
    const next = createClient(connection, {
      application_name: 'eupnea-events',
      keepAlive: true,
      keepAliveInitialDelayMillis: keepAliveMs,
      query_timeout: answerMs,
      connectionTimeoutMillis: answerMs,
    })
    const lost = () => {
      clearInterval(asking)
      if (client === next) {
        client = null
        lostAt = performance.now()
      }
      reconnectIn(500)
    }
    await next.connect()
    next.on('notification', ({ payload }) => {
      guarded(() => {
        const said = parse(payload ?? '')
        for (const handler of handlers) guarded(() => handler(said))
      })
    })
    // Only reconnect after a connection that was listening; before that, the caller retries itself.
    await next.query(`listen ${channel}`).catch(async (error) => {
      await next.end().catch(() => {})
      throw error
    })
    next.on('end', lost)
    // A connection that only listens doesn't notice that the other side is gone.
    const ask = async (): Promise<void> => {
      try {
        await next.query('select')
      } catch (error) {
        if (client !== next || closed) return
        log.warn({ reason: (error as Error).message }, 'events: the database does not answer, reconnecting')
        ;(next as unknown as { connection: { stream: Duplex } }).connection.stream.destroy()
      }
    }
    let last = Promise.resolve()
    let waiting: Promise<void> | null = null
    question = () => {
      waiting ??= last = last.then(() => {
        waiting = null
        return ask()
      })
      return waiting
    }
    const asking = setInterval(question, askEveryMs)
    client = next
  }
  const reconnect = async () => {
    try {
      await connect()
      reaching.worked()
      for (const handler of resumeHandlers) guarded(handler)
    } catch (error) {
      reaching.failed((error as Error).message)
      reconnectIn(1_000)
    }
  }

  await connect()
  return {
    on: (handler) => void handlers.add(handler),
    onResume: (handler) => void resumeHandlers.add(handler),
    // Earlier commits reach this connection before the answer does.
    caughtUp: () => question(),
    get connected() {
      return client !== null
    },
    get isDeaf() {
      return client === null && performance.now() - lostAt > deafAfterMs
    },
    async close() {
      closed = true
      clearTimeout(retry)
      await reconnecting
      await client?.end()
    },
  }
}
