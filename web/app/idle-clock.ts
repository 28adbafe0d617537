/** How long ago the portal was last used, in any tab of this browser (SH-19). */

export interface IdleClockOptions {
  /** ms since the epoch; clock times are compared, because timers stand still while a laptop sleeps */
  now(): number
  /** the last input known to all tabs, ms since the epoch; null if none */
  read(): number | null
  write(at: number): void
  limitMs(): number
}

/** Tabs share inputs no more often than this, ms. */
const tellMs = 5_000

export function createIdleClock({ now, read, write, limitMs }: IdleClockOptions) {
  let last = now()
  let told = last
  write(last)

  function isOver(): boolean {
    const at = now()
    // Setting the clock back must not keep the page open forever.
    if (last > at) last = at
    const elsewhere = read()
    if (elsewhere !== null && elsewhere <= at) last = Math.max(last, elsewhere)
    return at - last >= limitMs()
  }

  return {
    isOver,

    /** Records an input. Doesn't revive a session that is already over: the input that wakes a laptop comes first. */
    touch(): void {
      last = now()
      if (Math.abs(last - told) < tellMs) return
      told = last
      write(last)
    },
  }
}
