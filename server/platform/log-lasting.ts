import type { Log } from './log.ts'

export interface LastingLog {
  failed(reason: string, about?: object): void
  worked(): void
}

const repeatMs = 10 * 60_000

/**
 * Log lines about something that is tried again until it works: when it begins to fail, every ten minutes for as long as
 * it does, and when it works again. Each reason has its own, because an outage has several.
 */
export function createLastingLog(log: Log, fails: string, works: string): LastingLog {
  /** when each reason was said, ms of performance.now() */
  const said = new Map<string, number>()
  let since: number | null = null
  return {
    failed(reason, about) {
      const now = performance.now()
      since ??= now
      if (now - (said.get(reason) ?? Number.NEGATIVE_INFINITY) < repeatMs) return
      said.set(reason, now)
      log.warn({ reason, ...about }, fails)
    },
    worked() {
      if (since === null) return
      log.info({ seconds: Math.round((performance.now() - since) / 1_000) }, works)
      since = null
      said.clear()
    },
  }
}
