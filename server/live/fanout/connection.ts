import { closeCodes } from '@eupnea/contract/live.ts'
import type { WebSocket } from 'ws'
import type { DisplayActor, UserActor } from '../../platform/context.ts'
import type { Frame } from './frame.ts'

/** Who may open a live connection. */
export type Watcher = UserActor | DisplayActor

/** Unsent bytes above which numbers are held back, and above which the connection is closed. */
const slowBytes = 1024 * 1024
const tooSlowBytes = 8 * 1024 * 1024

/** Says why, then ends it. */
export function closeSoon(socket: WebSocket, code: number, reason: string): void {
  socket.close(code, reason)
  // The close frame queues behind the unsent data, and a client that doesn't read never answers it.
  setTimeout(() => socket.terminate(), 2_000).unref()
}

/** One live connection. A slow client delays nobody else: its numbers are held back until it catches up. */
export class LiveConnection {
  readonly #socket: WebSocket
  readonly #batch: boolean
  /** devices whose numbers were held back */
  readonly #owed = new Set<string>()
  /** the only devices that a display of one floor may see, null while they aren't known; undefined: no such limit */
  #devices: ReadonlySet<string> | null | undefined = undefined
  readonly actor: Watcher
  /** the resident it was opened for; null for other kinds */
  readonly patientId: string | null
  alive = true

  constructor(socket: WebSocket, actor: Watcher, wants: { batch: boolean; patientId: string | null }) {
    this.#socket = socket
    this.actor = actor
    this.#batch = wants.batch
    this.patientId = wants.patientId
  }

  get open(): boolean {
    return this.#socket.readyState === this.#socket.OPEN
  }

  get owes(): boolean {
    return this.#owed.size > 0
  }

  /** From now on, messages about other devices are left out. @param devices null: not known yet, so all are */
  limitTo(devices: ReadonlySet<string> | null): void {
    this.#devices = devices
  }

  get devices(): ReadonlySet<string> | null | undefined {
    return this.#devices
  }

  /**
   * Sends numbers, which newer ones may replace.
   * @param newest builds a frame with the latest numbers of some devices
   */
  sendNumbers(all: Frame, newest: (deviceIds: Iterable<string>) => Frame): void {
    const frame = this.#partOf(all)
    if (this.#socket.bufferedAmount > slowBytes) {
      for (const { deviceId } of frame.messages) this.#owed.add(deviceId)
      return
    }
    if (this.#owed.size === 0) {
      this.send(frame)
      return
    }
    for (const { deviceId } of frame.messages) this.#owed.add(deviceId)
    const due = newest(this.#owed)
    this.#owed.clear()
    this.send(due)
  }

  /** Sends regardless of what is queued. Above the second limit the connection is closed and the client reconnects. */
  send(all: Frame): void {
    const frame = this.#partOf(all)
    if (!this.open || frame.messages.length === 0) return
    if (this.#socket.bufferedAmount > tooSlowBytes) this.close(closeCodes.tooSlow, 'too slow')
    else if (this.#batch) this.#socket.send(frame.array, text)
    else for (const message of frame.texts) this.#socket.send(message, text)
  }

  /** The frame itself without a limit, so that it is serialised once for everyone. */
  #partOf(frame: Frame): Frame {
    if (this.#devices === undefined) return frame
    return frame.only((deviceId) => deviceId === '' || this.#devices?.has(deviceId) === true)
  }

  /** Waveforms go only to connections opened for a patient. A slow one skips pieces instead of falling behind. */
  sendWave(frame: Frame): void {
    if (this.patientId !== null && this.#socket.bufferedAmount <= slowBytes) this.send(frame)
  }

  close(code: number, reason: string): void {
    closeSoon(this.#socket, code, reason)
  }

  /** Ends a connection that didn't answer the last ping, otherwise pings it again. */
  ping(): void {
    if (!this.alive) {
      this.#socket.terminate()
      return
    }
    this.alive = false
    this.#socket.ping()
  }
}

const text = { binary: false }
