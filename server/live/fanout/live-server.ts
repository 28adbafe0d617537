import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { id } from '@eupnea/contract/fields.ts'
import { beats, clinicAdminRoom, closeCodes, type LiveMessage, subscribeMessage } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'
import { type WebSocket, WebSocketServer } from 'ws'
import type { AuditEntry } from '../../audit/index.ts'
import { seesAll, type UserActor } from '../../platform/context.ts'
import type { PortalEvent } from '../../platform/events.ts'
import type { Log } from '../../platform/log.ts'
import { gauge } from '../../platform/metrics.ts'
import type { Bed } from '../bed/bed.ts'
import type { LiveState } from '../state/live-state.ts'
import type { Channels } from './channels.ts'
import { LiveConnection } from './connection.ts'
import type { Fanout } from './fanout.ts'
import { Frame } from './frame.ts'

const pingEveryMs = 30_000
const maxMessageBytes = 16 * 1024
const maxSubscriptions = 1_000

/** The person behind a live connection's token, and when the login ends. */
interface LiveLogin {
  readonly actor: UserActor
  readonly expiresAt: Temporal.Instant
}

export interface LiveServerOptions {
  readonly server: Server
  readonly state: LiveState
  readonly channels: Channels
  readonly fanout: Fanout
  readonly log: Log
  /** takes a session token or a live token; a live token can be used only once */
  resolve(token: string): Promise<LiveLogin | null>
  /** who holds a session and when it ends (activity extends it); null when it has ended */
  holderOfSession(sessionId: string): Promise<LiveLogin | null>
  clinicExists(clinicId: string): Promise<boolean>
  /** Records who watches what, before they see it (AP-5). */
  record(actor: UserActor, request: IncomingMessage, entries: readonly AuditEntry[]): Promise<void>
}

export interface LiveServer {
  handle(event: PortalEvent): void
  /** Checks all connections again, because events about them may have been lost. */
  recheck(): Promise<void>
  close(): void
}

/** Whether an ended session or a changed right concerns this person. */
type Concerns = (actor: UserActor) => boolean

class Refused extends Error {
  readonly code: number
  constructor(code: number, reason: string) {
    super(reason)
    this.code = code
  }
}

/** The four kinds of live connection at /live (LI-3, interfaces.md section 4). */
export function startLiveServer(options: LiveServerOptions): LiveServer {
  const { server, state, log } = options
  const sockets = new WebSocketServer({ noServer: true, maxPayload: maxMessageBytes, perMessageDeflate: false })
  const open = new Map<LiveConnection, LiveLogin>()
  /** for each connection being opened, what has ended meanwhile */
  const opening = new Set<Concerns[]>()
  gauge('live_connections', 'Live connections of this node', function () {
    this.set(open.size)
  })

  const accept = async (socket: WebSocket, request: IncomingMessage): Promise<void> => {
    const query = new URL(request.url ?? '/', 'http://localhost').searchParams
    const early: string[] = []
    let take = (text: string): unknown => void (early.length < 100 && early.push(text))
    socket.on('message', (data, isBinary) => !isBinary && take(String(data)))
    socket.on('error', (error) => log.debug({ reason: error.message }, 'live: connection ended'))
    const endings: Concerns[] = []
    opening.add(endings)
    try {
      const login = await options.resolve(query.get('token') ?? '')
      if (!login || isOver(login.expiresAt)) throw new Refused(closeCodes.unauthenticated, m.live_sign_in())
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
      // Check again: a device may have moved meanwhile.
      const view = viewOf(options, login.actor, query)
      open.set(connection, login)
      socket.on('close', () => {
        open.delete(connection)
        for (const leaveOne of leave) leaveOne()
      })
      view?.enter(connection, leave)
      take = view ? ignore : subscriber(options, connection, leave, record)
      for (const text of early) take(text)
    } catch (error) {
      if (!(error instanceof Refused)) log.warn({ reason: (error as Error).message }, 'live: connection not opened')
      // 1013: try again later, for instance while the database is away.
      const [code, reason] = error instanceof Refused ? [error.code, error.message] : [1013, m.live_try_later()]
      socket.close(code, reason)
    } finally {
      opening.delete(endings)
    }
  }

  /** Checks a session again: activity may have extended it, or the person's rights may have shrunk. */
  const check = async (connection: LiveConnection, { actor }: LiveLogin): Promise<void> => {
    try {
      const login = await options.holderOfSession(actor.sessionId)
      if (!open.has(connection)) return
      if (login && !isOver(login.expiresAt) && hasSameAccess(login.actor, actor)) open.set(connection, login)
      else connection.close(closeCodes.unauthenticated, m.live_session_ended())
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'live: session not checked, trying again')
    }
  }

  server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    if (!/^\/live\/?(\?|$)/.test(request.url ?? '')) {
      // After an upgrade, Node leaves socket errors to us.
      socket.on('error', (error) => log.debug({ reason: error.message }, 'live: connection ended'))
      socket.end('HTTP/1.1 404 Not Found\r\nConnection: close\r\n\r\n')
      return
    }
    sockets.handleUpgrade(request, socket, head, (webSocket) => void accept(webSocket, request))
  })

  const timer = setInterval(() => {
    for (const [connection, login] of open) {
      connection.ping()
      if (isOver(login.expiresAt)) void check(connection, login)
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
      if (event.type !== 'session_ended' && event.type !== 'access_changed') return
      const concerns: Concerns = (actor) =>
        event.type === 'session_ended' ? actor.sessionId === event.session_id : actor.id === event.user_id
      for (const endings of opening) endings.push(concerns)
      for (const [connection, { actor }] of open)
        if (concerns(actor)) connection.close(closeCodes.unauthenticated, m.live_session_ended())
    },
    async recheck() {
      for (const endings of opening) endings.push(() => true)
      // One at a time, so that many dashboards don't take up all database connections.
      for (const [connection, login] of [...open]) if (open.has(connection)) await check(connection, login)
    },
    close() {
      clearInterval(timer)
      clearInterval(beat)
      for (const connection of open.keys()) connection.close(1001, m.live_stopping())
      sockets.close()
    },
  }
}

/** What a connection shows, and its name in the audit log. */
interface View {
  readonly entries: readonly AuditEntry[]
  /** Adds the connection to its channels and sends its snapshot. */
  enter(connection: LiveConnection, leave: (() => void)[]): void
}

function mustSee(actor: UserActor, clinicId: string | null): void {
  if (!isStaff(actor)) throw new Refused(closeCodes.forbidden, m.live_no_permission())
  if (seesAll(actor) || (clinicId !== null && actor.clinicIds.includes(clinicId))) return
  throw new Refused(closeCodes.forbidden, m.live_foreign_clinic())
}

function bedOf(state: LiveState, actor: UserActor, deviceId: string | null): Bed {
  const bed = deviceId === null ? undefined : state.byId(deviceId)
  if (!bed) throw new Refused(closeCodes.notFound, m.live_no_device())
  mustSee(actor, bed.place.clinicId)
  return bed
}

const entryOf = (act: AuditEntry['act'], { place: { clinicId, residentId, id } }: Bed): AuditEntry => ({
  ...{ act, clinic_id: clinicId, resident_id: residentId, device_id: id },
})

/** @returns null for a connection that subscribes to devices later */
function viewOf({ state, channels, fanout }: LiveServerOptions, actor: UserActor, query: URLSearchParams): View | null {
  if (query.get('type') === 'clinic') {
    const clinicId = query.get('clinic_id') ?? ''
    if (!clinicId) throw new Refused(closeCodes.notFound, m.live_no_clinic())
    mustSee(actor, clinicId)
    return {
      entries: [{ act: 'resident.watch-all', clinic_id: clinicId }],
      enter(connection, leave) {
        leave.push(channels.joinClinic(clinicId, connection))
        connection.send(fanout.clinicSnapshot(clinicId))
      },
    }
  }
  if (query.get('type') === 'patient') {
    const bed = bedOf(state, actor, query.get('device_id'))
    const { clinicId, residentId, id } = bed.place
    if (residentId !== query.get('patient_id') || (query.has('clinic_id') && query.get('clinic_id') !== clinicId))
      throw new Refused(closeCodes.notFound, m.live_not_theirs())
    return {
      entries: [entryOf('resident.watch', bed)],
      enter(connection, leave) {
        leave.push(channels.joinDevice(id, connection), fanout.watchWave(id))
        connection.send(fanout.snapshot([bed]))
      },
    }
  }
  if (query.get('room') === clinicAdminRoom) {
    if (!isStaff(actor)) throw new Refused(closeCodes.forbidden, m.live_no_permission())
    const act = 'device.watch-all'
    return {
      entries: seesAll(actor) ? [{ act }] : actor.clinicIds.map((clinic_id) => ({ act, clinic_id })),
      enter(connection, leave) {
        leave.push(channels.joinAdmins(connection))
        connection.send(fanout.adminSnapshot(connection))
      },
    }
  }
  if (query.has('type') || query.has('room')) throw new Refused(closeCodes.notFound, m.live_no_connection())
  return null
}

/** Handles messages of a connection that subscribes to single devices. */
function subscriber(
  { state, channels, fanout, log }: LiveServerOptions,
  connection: LiveConnection,
  leave: (() => void)[],
  record: (entries: View['entries']) => Promise<void>,
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
      if (error instanceof Refused) return connection.close(error.code, error.message)
      log.warn({ reason: (error as Error).message }, 'live: subscription failed')
      connection.close(1013, m.live_try_later())
    }
  }
}

const hasSameAccess = (a: UserActor, b: UserActor): boolean =>
  a.role === b.role &&
  a.isAdminFeature === b.isAdminFeature &&
  a.clinicIds.toSorted().join() === b.clinicIds.toSorted().join()

const isStaff = (actor: UserActor): boolean => actor.role !== 'Member' || actor.isAdminFeature

const isOver = (instant: Temporal.Instant): boolean => Temporal.Instant.compare(instant, Temporal.Now.instant()) <= 0

const ignore = (): void => {}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
