/** How long to wait for the reader of a long answer. Reading extends the time, up to its initial value. */

/** Limit for a reader that reads nothing. */
const mostMs = 60_000
/** Half a megabit a second: slower readers are cut off in the end. */
const bytesPerMs = 64

export class ReaderPatience {
  readonly #onEnd: () => void
  #leftMs = mostMs
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** Starts waiting for the reader. */
  begin(): void {
    this.#since = performance.now()
    this.#timer = setTimeout(this.#onEnd, this.#leftMs)
  }

  end(bytesTaken: number): void {
    clearTimeout(this.#timer)
    const waitedMs = performance.now() - this.#since
    this.#leftMs = Math.max(0, Math.min(mostMs, this.#leftMs - waitedMs + bytesTaken / bytesPerMs))
  }
}
