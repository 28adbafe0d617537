import { beats, clinicAdminRoom, closeCodes, type LiveMessage } from '@eupnea/contract/live.ts'
import { createLiveToken } from '@eupnea/contract/sessions.ts'
import { m } from '@eupnea/texts'
import { ApiError, send } from '../api.ts'
import { createListeners } from '../listeners.ts'
import { queryClient } from '../query.ts'
import { sessionQuery } from '../session.ts'
import { now } from '../time.ts'
import { giveUpCalls } from '../unanswered.ts'
import { pauseBefore } from './backoff.ts'
import { invalidateAll } from './invalidate.ts'
import { liveStore } from './live.ts'
import { onPulse } from './pulse.ts'

type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'closed'

export interface ConnectionState {
  readonly phase: ConnectionPhase
  /** start of the phase, ms by the portal's clock; while reconnecting: the last word of the portal (AN-9) */
  readonly since: number
  /** why it won't try again */
  readonly refused: 'forbidden' | 'notFound' | null
}

export interface LiveConnection {
  getState(): ConnectionState
  /** when anything but a beat came last, ms by the portal's clock; null before the first */
  lastNewsAt(): number | null
  /** devices reported on this connection */
  readonly devices: ReadonlySet<string>
  subscribe(listener: () => void): () => void
  close(): void
}

/** All devices of a clinic. */
export const connectClinic = (clinic_id: string): LiveConnection => open({ type: 'clinic', clinic_id })

/** One device with its waveform. */
export const connectPatient = (of: { clinic_id: string; patient_id: string; device_id: string }): LiveConnection =>
  open({ type: 'patient', ...of })

/** Connection states of all devices that the caller can see. */
export const connectAdmin = (): LiveConnection => open({ room: clinicAdminRoom })

/** Since when this page has had no word from the portal, so that a connection opened meanwhile says so; null: it has. */
let lostSince: number | null = null

/** When the portal fell silent with connections open, as a node that stands still does, ms; null: it hasn't. */
let silentAt: number | null = null

/** The portal has ended a live connection because the person's access changed, and none is live since. */
let hasAccessChanged = false

/** Whether that may be why the session is over; only once. */
export function takeAccessChange(): boolean {
  const hasChanged = hasAccessChanged
  hasAccessChanged = false
  return hasChanged
}

/** Called when a lost connection is live again, perhaps to a portal that was updated meanwhile. */
const returns = createListeners()
export const onReturn = returns.subscribe

/** A connection that reconnects until it is closed or refused (LI-9). */
function open(query: Record<string, string>): LiveConnection {
  const devices = new Set<string>()
  const { subscribe, tell } = createListeners()
  let state: ConnectionState =
    lostSince === null
      ? { phase: 'connecting', since: now(), refused: null }
      : { phase: 'reconnecting', since: lostSince, refused: null }
  let lastWordAt: number | null = null
  let lastNewsAt: number | null = null
  /** when the portal last said something or was called, ms by this machine's clock; null: before the next call */
  let awaitsSince: number | null = null
  let call = new AbortController()
  let socket: WebSocket | null = null
  let attempt = 0
  let dialled = 0
  let dialledAt = 0
  let hasBeenLive = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const closed = () => state.phase === 'closed'
  function become(phase: ConnectionPhase, since = now(), refused: ConnectionState['refused'] = null) {
    if (state.phase === phase) return
    state = { phase, since, refused }
    tell()
  }

  async function connect() {
    // When the network returns, a new attempt may start beside one that hangs: the newest continues, the others end.
    const mine = ++dialled
    dialledAt = Date.now()
    awaitsSince = dialledAt
    call = new AbortController()
    const isOver = () => closed() || mine !== dialled
    try {
      const { token } = await send(createLiveToken, {}, { signal: call.signal })
      if (isOver()) return
      const parameters = new URLSearchParams({
        ...query,
        token,
        batch: '1',
        // What the page shows already may be as old as itself; after a gap it asks for everything again.
        ...(hasBeenLive ? {} : { unheard: String(Math.round(performance.now())) }),
      })
      const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live?${parameters}`)
      socket = next
      next.onmessage = ({ data }) => receive(next, data)
      next.onclose = ({ code, reason }) => lost(next, code, reason)
    } catch (error) {
      if (isOver()) return
      // Without a session there is nothing to reconnect to; send() has already reported it.
      if (error instanceof ApiError && error.status === 401) return stop()
      again()
    }
  }

  function receive(from: WebSocket, data: unknown) {
    if (from !== socket || typeof data !== 'string') return
    const at = now()
    lastWordAt = at
    awaitsSince = Date.now()
    const frame = JSON.parse(data) as LiveMessage | LiveMessage[]
    const messages = Array.isArray(frame) ? frame : [frame]
    if (state.phase !== 'live') {
      attempt = 0
      // This may be another node: what the one before was asked, it won't answer. Calls made since may be with either.
      if (silentAt !== null) {
        giveUpCalls(Math.min(silentAt, dialledAt))
        setTimeout(giveUpCalls, beats.lostAfterMs, dialledAt)
      }
      silentAt = null
      lostSince = null
      hasAccessChanged = false
      become('live')
      if (hasBeenLive) {
        invalidateAll()
        returns.tell()
      }
      hasBeenLive = true
    }
    for (const message of messages) {
      if (import.meta.env.DEV) checkInDevelopment(message)
      if (message.action === 'beat') continue
      lastNewsAt = at
      liveStore.receive(message, devices, at)
    }
  }

  function lost(from: WebSocket, code: number, reason: string) {
    if (from !== socket) return
    socket = null
    if (closed()) return
    // Either the session has ended, which the next token request will tell, or its permissions have changed.
    hasAccessChanged = code === closeCodes.unauthenticated && reason === m.live_access_changed()
    if (code === closeCodes.unauthenticated) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    if (code === closeCodes.forbidden) return stop('forbidden')
    if (code === closeCodes.notFound) return stop('notFound')
    again()
  }

  function again() {
    awaitsSince = null
    // The instant of the last word stays through every further try.
    lostSince ??= lastWordAt ?? state.since
    become('reconnecting', lastWordAt ?? lostSince)
    clearTimeout(timer)
    timer = setTimeout(connect, pauseBefore(attempt++, Math.random()))
  }

  /** A dead network or a frozen portal doesn't close sockets, so close and reconnect. */
  function dropSocket() {
    const dead = socket
    socket = null
    // A call that hangs is given up too.
    dialled++
    call.abort()
    dead?.close()
    silentAt ??= Date.now()
    giveUpCalls(Date.now() - beats.lostAfterMs)
    again()
  }

  const stopPulse = onPulse(() => {
    // This machine's clock was set back.
    if (awaitsSince !== null && awaitsSince > Date.now()) awaitsSince = Date.now()
    if (awaitsSince !== null && Date.now() - awaitsSince > beats.lostAfterMs) dropSocket()
  })
  const onOffline = () => socket && dropSocket()
  const onOnline = () => {
    if (state.phase !== 'reconnecting' || socket) return
    attempt = 0
    again()
  }
  globalThis.addEventListener('offline', onOffline)
  globalThis.addEventListener('online', onOnline)

  function stop(refused: ConnectionState['refused'] = null) {
    clearTimeout(timer)
    stopPulse()
    globalThis.removeEventListener('offline', onOffline)
    globalThis.removeEventListener('online', onOnline)
    become('closed', now(), refused)
    socket?.close()
    socket = null
  }

  void connect()
  return {
    getState: () => state,
    lastNewsAt: () => lastNewsAt,
    devices,
    subscribe,
    close: () => stop(),
  }
}

/** In development, a message that breaks the contract is reported; the built app leaves out the schemas. */
async function checkInDevelopment(message: LiveMessage) {
  const { liveMessage } = await import('@eupnea/contract/live.ts')
  const checked = liveMessage.safeParse(message)
  if (!checked.success) console.error('live message breaks the contract', message, checked.error.issues)
}
