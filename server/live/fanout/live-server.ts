import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { id } from '@eupnea/contract/fields.ts'
import { beats, closeCodes, type LiveMessage, subscribeMessage } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AuditEntry } from '../../audit/index.ts'
import type { DisplayActor } from '../../platform/context.ts'
import type { PortalEvent } from '../../platform/events.ts'
import { createRefusalLog, namedBy } from '../../platform/log-refusals.ts'
import { gauge } from '../../platform/metrics.ts'
import { foreignOrigin } from '../../platform/own-origin.ts'
import type { LiveState } from '../state/live-state.ts'
import type { Channels } from './channels.ts'
import { createLoginChecks, isOver, type LiveLogin, type LoginCheckOptions } from './check-logins.ts'
import { closeSoon, LiveConnection, type Watcher } from './connection.ts'
import type { Fanout } from './fanout.ts'
import { Frame } from './frame.ts'
import { isOfFloor, limiterToFloor } from './limit-to-floor.ts'
import { bedOf, entryOf, Refused, type View, viewOf } from './view.ts'

const pingEveryMs = 30_000
const maxMessageBytes = 16 * 1024
const maxSubscriptions = 1_000

interface LiveServerOptions extends LoginCheckOptions {
  readonly server: Server
  readonly state: LiveState
  readonly channels: Channels
  readonly fanout: Fanout
  /** takes a session token, a display's or a live token; a live token can be used only once */
  resolve(token: string): Promise<LiveLogin | null>
  /** the devices that a display of one floor may see now */
  devicesOnFloor(actor: DisplayActor): Promise<ReadonlySet<string>>
  clinicExists(clinicId: string): Promise<boolean>
  /** whether a page of another site asks; programs, which name no site, are known by their token alone */
  isForeign(request: IncomingMessage): boolean
  addressOf(request: IncomingMessage): string
  /** Records who watches what, before they see it (AP-5). */
  record(actor: Watcher, request: IncomingMessage, entries: readonly AuditEntry[]): Promise<void>
}

export interface LiveServer {
  handle(event: PortalEvent): void
  /** Checks all connections again, because events about them may have been lost. */
  recheck(): Promise<void>
  close(): void
}

/** Whether an ended session, a changed right or a changed display concerns this one. */
type Concerns = (actor: Watcher) => boolean

/** The four kinds of live connection at /live (LI-3). */
export function startLiveServer(options: LiveServerOptions): LiveServer {
  const { server, state, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const open = new Map<LiveConnection, LiveLogin>()
  const limitToFloor = limiterToFloor(options)
  const checks = createLoginChecks(options, open, limitToFloor)
  /** for each connection being opened, what has ended meanwhile */
  const opening = new Map<WebSocket, Concerns[]>()
  const refusals = createRefusalLog(log)
  gauge('live_connections', 'Live connections of this node', function () {
    this.set(open.size)
  })

  const accept = async (socket: WebSocket, request: IncomingMessage): Promise<void> => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const early: string[] = []
    let take = (text: string): unknown => void (early.length < 100 && early.push(text))
    socket.on('message', (data) => take(String(data)))
    socket.on('error', (error) => log.debug({ reason: error.message }, 'live: connection ended'))
    const endings: Concerns[] = []
    opening.set(socket, endings)
    let actor: Watcher | null = null
    const refused = ({ code: status }: Refused) =>
      refusals.note({ status, call: 'GET /live', actor: actor?.id ?? null, address: options.addressOf(request) })
    try {
      const login = await options.resolve(query.get('token') ?? '')
      if (!login || isOver(login.expiresAt)) throw new Refused(closeCodes.unauthenticated, m.live_sign_in())
      actor = login.actor
      const clinicId = query.get('clinic_id')
      if (clinicId !== null && !(id.safeParse(clinicId).success && (await options.clinicExists(clinicId))))
        throw new Refused(closeCodes.notFound, m.live_no_clinic())
      // Devices created or assigned a moment ago must be included.
      await state.settled()
      const asked = viewOf(options, login.actor, query)
      const record = (entries: View['entries']) => options.record(login.actor, request, entries)
      if (asked) await record(asked.entries)
      if (socket.readyState !== socket.OPEN) return
      // This connection isn't in the list of open ones yet, so a right lost meanwhile is checked here.
      if (endings.some((concerns) => concerns(login.actor)))
        throw new Error('Rights changed while the connection was opened')
      const patientId = query.get('type') === 'patient' ? (query.get('patient_id') ?? '') : null
      const connection = new LiveConnection(socket, login.actor, { batch: query.get('batch') === '1', patientId })
      const leave: (() => void)[] = []
      socket.on('pong', () => {
        connection.alive = true
      })
      if (isOfFloor(login.actor)) connection.limitTo(null)
      // Check again: a device may have moved meanwhile.
      const view = viewOf(options, login.actor, query)
      open.set(connection, login)
      socket.on('close', () => {
        open.delete(connection)
        for (const leaveOne of leave) leaveOne()
      })
      view?.enter(connection, leave)
      if (isOfFloor(login.actor)) await limitToFloor(connection, login.actor)
      take = view ? ignore : subscriber(options, connection, leave, record, refused)
      for (const text of early) take(text)
    } catch (error) {
      if (error instanceof Refused) refused(error)
      else log.warn({ reason: (error as Error).message }, 'live: connection not opened')
      // 1013: try again later, for instance while the database is away.
      const [code, reason] = error instanceof Refused ? [error.code, error.message] : [1013, m.live_try_later()]
      socket.close(code, reason)
    } finally {
      opening.delete(socket)
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    const refuse = (status: string) => {
      // After an upgrade, Node leaves socket errors to us.
      socket.on('error', (error) => log.debug({ reason: error.message }, 'live: connection ended'))
      socket.end(`HTTP/1.1 ${status}\r\nConnection: close\r\n\r\n`)
    }
    if (!/^\/live\/?(\?|$)/.test(request.url ?? '')) return refuse('404 Not Found')
    if (options.isForeign(request)) {
      const address = options.addressOf(request)
      const of = { status: 403, code: foreignOrigin, call: 'GET /live', actor: null, address }
      refusals.note({ ...of, named: namedBy(request) })
      return refuse('403 Forbidden')
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => void accept(webSocket, request))
  })

  const timer = setInterval(() => {
    for (const [connection, login] of open) {
      connection.ping()
      if (isOver(login.expiresAt)) void checks.one(connection, login)
    }
  }, pingEveryMs)

  const beat = setInterval(() => {
    if (open.size === 0) return
    const text = JSON.stringify({ action: 'beat', at: Date.now() } satisfies LiveMessage)
    const frame = new Frame([{ deviceId: '', text }])
    for (const connection of open.keys()) connection.send(frame)
  }, beats.everyMs)

  return {
    handle(event) {
      if (event.type === 'changed' && isAboutBeds(event))
        for (const [connection, { actor }] of open)
          if (isOfFloor(actor) && actor.clinicIds[0] === event.clinic_id) void limitToFloor(connection, actor)
      const concerns = concernsOf(event)
      if (!concerns) return
      for (const endings of opening.values()) endings.push(concerns)
      for (const [connection, { actor }] of open)
        if (concerns(actor)) connection.close(closeCodes.unauthenticated, endOf(event))
    },
    async recheck() {
      for (const endings of opening.values()) endings.push(() => true)
      await checks.all([...open.keys()])
    },
    close() {
      checks.close()
      clearInterval(timer)
      clearInterval(beat)
      refusals.close()
      for (const connection of open.keys()) connection.close(1001, m.live_stopping())
      for (const socket of opening.keys()) closeSoon(socket, 1001, m.live_stopping())
      sockets.close()
    },
  }
}

/** @returns null for events that end no connection */
function concernsOf(event: PortalEvent): Concerns | null {
  switch (event.type) {
    case 'session_ended':
      return (actor) => actor.type === 'user' && actor.sessionId === event.session_id
    case 'access_changed':
      return (actor) => actor.type === 'user' && actor.id === event.user_id
    case 'display_changed':
      return (actor) => actor.type === 'display' && actor.id === event.display_id
    default:
      return null
  }
}

/** Why the event ends connections. */
const endOf = ({ type }: PortalEvent): string =>
  type === 'access_changed' ? m.live_access_changed() : m.live_session_ended()

/** Residents may lie elsewhere now, or on another floor. */
const isAboutBeds = ({ noun }: Extract<PortalEvent, { type: 'changed' }>): boolean =>
  noun === 'residents' || noun === 'devices'

/** Handles messages of a connection that subscribes to single devices. */
function subscriber(
  { state, channels, fanout, log }: LiveServerOptions,
  connection: LiveConnection,
  leave: (() => void)[],
  record: (entries: View['entries']) => Promise<void>,
  refused: (error: Refused) => void,
): (text: string) => Promise<void> {
  let subscriptions = 0
  return async (text) => {
    const asked = subscribeMessage.safeParse(parseJson(text))
    try {
      await state.settled()
      if (!connection.open) return
      if (!asked.success) throw new Refused(closeCodes.notFound, m.live_subscribe_first())
      const { device_id } = asked.data
      const watched = bedOf(state, connection.actor, device_id)
      if (++subscriptions > maxSubscriptions) throw new Refused(closeCodes.forbidden, m.live_too_many())
      await record([entryOf('device.watch', watched)])
      if (!connection.open) return
      const bed = bedOf(state, connection.actor, device_id)
      leave.push(channels.joinDevice(bed.place.id, connection))
      connection.send(fanout.snapshot([bed]))
    } catch (error) {
      if (error instanceof Refused) {
        refused(error)
        return connection.close(error.code, error.message)
      }
      log.warn({ reason: (error as Error).message }, 'live: subscription failed')
      connection.close(1013, m.live_try_later())
    }
  }
}

const ignore = (): void => {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
