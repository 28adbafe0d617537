/** How long somebody who is sent much is waited for. What is taken gives more time, up to where it began. */

/** Somebody who takes nothing. */
const mostMs = 60_000
/** Half a megabit a second: who takes less for long is left. */
const bytesPerMs = 64

export class ReaderPatience {
  readonly #onEnd: () => void
  #leftMs = mostMs
  #since = 0
  #timer: NodeJS.Timeout | undefined

  constructor(onEnd: () => void) {
    this.#onEnd = onEnd
  }

  /** Waits from now on for the reader to take something. */
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
