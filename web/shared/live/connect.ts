import { clinicAdminRoom, closeCodes, type LiveMessage, silenceMs } from '@eupnea/contract/live.ts'
import { createLiveToken } from '@eupnea/contract/sessions.ts'
import { ApiError, send } from '../api.ts'
import { queryClient } from '../query.ts'
import { sessionQuery } from '../session.ts'
import { now } from '../time.ts'
import { pauseBefore } from './backoff.ts'
import { invalidateAll } from './invalidate.ts'
import { liveStore } from './live.ts'

type ConnectionPhase = 'connecting' | 'live' | 'reconnecting' | 'closed'

export interface ConnectionState {
  readonly phase: ConnectionPhase
  /** start of the phase, ms by the portal's clock; while reconnecting: when the connection was lost */
  readonly since: number
  /** why it won't try again */
  readonly refused: 'forbidden' | 'notFound' | null
}

export interface LiveConnection {
  getState(): ConnectionState
  /** ms by the portal's clock; null before the first message */
  lastMessageAt(): number | null
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

/** A connection that reconnects until it is closed or refused (LI-9). */
function open(query: Record<string, string>): LiveConnection {
  const devices = new Set<string>()
  const listeners = new Set<() => void>()
  let state: ConnectionState = { phase: 'connecting', since: now(), refused: null }
  let lastMessageAt: number | null = null
  let socket: WebSocket | null = null
  let attempt = 0
  let dialled = 0
  let hasBeenLive = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const closed = () => state.phase === 'closed'
  function become(phase: ConnectionPhase, refused: ConnectionState['refused'] = null) {
    if (state.phase === phase) return
    state = { phase, since: now(), refused }
    for (const listener of listeners) listener()
  }

  async function connect() {
    // When the network returns, a new attempt may start beside one that hangs: the newest continues, the others end.
    const mine = ++dialled
    const isOver = () => closed() || mine !== dialled
    try {
      const { token } = await send(createLiveToken, {})
      if (isOver()) return
      const parameters = new URLSearchParams({ ...query, token, batch: '1' })
      const next = new WebSocket(`${location.origin.replace(/^http/, 'ws')}/live?${parameters}`)
      socket = next
      next.onmessage = ({ data }) => receive(next, data)
      next.onclose = ({ code }) => lost(next, code)
    } catch (error) {
      if (isOver()) return
      // Without a session there is nothing to reconnect to; send() has already reported it.
      if (error instanceof ApiError && error.status === 401) return stop()
      again()
    }
  }

  function receive(from: WebSocket, data: unknown) {
    if (from !== socket || typeof data !== 'string') return
    lastMessageAt = now()
    const frame = JSON.parse(data) as LiveMessage | LiveMessage[]
    const messages = Array.isArray(frame) ? frame : [frame]
    if (state.phase !== 'live') {
      attempt = 0
      become('live')
      if (hasBeenLive) invalidateAll()
      hasBeenLive = true
    }
    for (const message of messages) {
      if (import.meta.env.DEV) checkInDevelopment(message)
      liveStore.receive(message, devices, lastMessageAt)
    }
  }

  function lost(from: WebSocket, code: number) {
    if (from !== socket) return
    socket = null
    if (closed()) return
    // Either the session has ended, which the next token request will tell, or its permissions have changed.
    if (code === closeCodes.unauthenticated) void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey })
    if (code === closeCodes.forbidden) return stop('forbidden')
    if (code === closeCodes.notFound) return stop('notFound')
    again()
  }

  function again() {
    become('reconnecting')
    clearTimeout(timer)
    timer = setTimeout(connect, pauseBefore(attempt++, Math.random()))
  }

  /** A dead network doesn't close sockets, so close and reconnect. */
  function dropSocket() {
    const dead = socket
    socket = null
    dead?.close()
    again()
  }

  /**
   * Within the silence that counts as disconnected, a connected device must have sent a value, or the portal a status;
   * if neither arrived, the line is dead.
   */
  const watchdog = setInterval(() => {
    const expects = [...devices].some((id) => liveStore.device(id)?.status === 1)
    if (state.phase === 'live' && expects && now() - (lastMessageAt ?? 0) > silenceMs + 10_000) dropSocket()
  }, 5_000)
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
    clearInterval(watchdog)
    globalThis.removeEventListener('offline', onOffline)
    globalThis.removeEventListener('online', onOnline)
    become('closed', refused)
    socket?.close()
    socket = null
  }

  void connect()
  return {
    getState: () => state,
    lastMessageAt: () => lastMessageAt,
    devices,
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    close: () => stop(),
  }
}

/** In development, a message that breaks the contract is reported; the built app leaves out the schemas. */
async function checkInDevelopment(message: LiveMessage) {
  const { liveMessage } = await import('@eupnea/contract/live.ts')
  const checked = liveMessage.safeParse(message)
  if (!checked.success) console.error('live message breaks the contract', message, checked.error.issues)
}
