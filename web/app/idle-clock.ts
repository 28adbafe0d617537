/** How long nobody has touched the portal, in any tab of this browser (SH-19). */

export interface IdleClockOptions {
  /** ms since the epoch; clock times are compared, because timers stand still while a laptop sleeps */
  now(): number
  /** the last touch that all tabs know of, ms since the epoch; null when there is none */
  read(): number | null
  write(at: number): void
  limitMs(): number
}

/** Tabs tell each other of touches no more often than this, ms. */
const tellMs = 5_000

export function createIdleClock({ now, read, write, limitMs }: IdleClockOptions) {
  let last = now()
  let told = last
  write(last)

  function isOver(): boolean {
    const at = now()
    // A clock that was set back must not keep the page open for ever.
    if (last > at) last = at
    const elsewhere = read()
    if (elsewhere !== null && elsewhere <= at) last = Math.max(last, elsewhere)
    return at - last >= limitMs()
  }

  return {
    isOver,

    /** Somebody is here. Does not undo a time that is already over: the touch that wakes a laptop comes first. */
    touch(): void {
      last = now()
      if (Math.abs(last - told) < tellMs) return
      told = last
      write(last)
    },
  }
}
