import { closeCodes } from '@eupnea/contract/live.ts'
import type { WebSocket } from 'ws'
import type { UserActor } from '../../platform/context.ts'
import type { Frame } from './frame.ts'

/** Unsent bytes from which numbers are held back, and from which the connection is given up. */
const slowBytes = 1024 * 1024
const tooSlowBytes = 8 * 1024 * 1024

/** One live connection. A slow one keeps its debts to itself: nobody waits for it. */
export class LiveConnection {
  readonly #socket: WebSocket
  readonly #batch: boolean
  /** devices whose numbers were held back */
  readonly #owed = new Set<string>()
  readonly actor: UserActor
  /** the resident it was opened for; null for other kinds */
  readonly patientId: string | null
  alive = true

  constructor(socket: WebSocket, actor: UserActor, wants: { batch: boolean; patientId: string | null }) {
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

  /** Numbers may be replaced by newer ones. @param newest makes a frame of the newest numbers of some devices */
  sendNumbers(frame: Frame, newest: (deviceIds: Iterable<string>) => Frame): void {
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

  /** Goes out whatever waits before it; past the last limit the connection ends and the client comes again. */
  send(frame: Frame): void {
    if (!this.open || frame.messages.length === 0) return
    if (this.#socket.bufferedAmount > tooSlowBytes) this.close(closeCodes.tooSlow, 'too slow')
    else if (this.#batch) this.#socket.send(frame.array, text)
    else for (const message of frame.texts) this.#socket.send(message, text)
  }

  /** Waveforms are for those who asked for a patient; a slow one misses pieces rather than falling behind. */
  sendWave(frame: Frame): void {
    if (this.patientId !== null && this.#socket.bufferedAmount <= slowBytes) this.send(frame)
  }

  close(code: number, reason: string): void {
    this.#socket.close(code, reason)
    // The close frame waits behind what is unsent; a client that does not read never answers it.
    setTimeout(() => this.#socket.terminate(), 2_000).unref()
  }

  /** Ends a connection that did not answer the last ping; asks again otherwise. */
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
