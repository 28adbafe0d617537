export interface HeartbeatOptions {
  /** of a service such as healthchecks.io, which notices when the calls stop */
  readonly url: string
  /** since when a part is not well, ms since the epoch; null: all are */
  unwellSince(): number | null
  readonly log: { warn(about: { status?: number; reason?: string }, line: string): void }
  /** between two calls, ms */
  readonly everyMs?: number
}

/** How long a part fails before the service is notified, ms; otherwise each restart would count. */
const patienceMs = 60_000
const answerMs = 10_000

/**
 * Calls HEARTBEAT_URL each minute while all is well, and not otherwise (AN-10). When a part has not been well for a
 * minute, it calls the address followed by /fail, once, so that the service needn't wait until it misses a call.
 * @returns how to stop
 */
export function callHeartbeat({ url, unwellSince, log, everyMs = 60_000 }: HeartbeatOptions): () => void {
  let hasFailed = false
  let calledAt = Number.NEGATIVE_INFINITY
  let isCalling = false
  const call = async (address: string): Promise<boolean> => {
    isCalling = true
    try {
      const { ok, status } = await fetch(address, { signal: AbortSignal.timeout(answerMs) })
      if (!ok) log.warn({ status }, 'heartbeat: not accepted')
      return ok
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'heartbeat: not reached')
      return false
    } finally {
      isCalling = false
    }
  }
  const look = async () => {
    if (isCalling) return
    const since = unwellSince()
    const now = Date.now()
    if (since === null) hasFailed = false
    else if (hasFailed || now - since < patienceMs) return
    // A clock that was set back mustn't silence it.
    if (Math.abs(now - calledAt) < everyMs) return
    calledAt = now
    if (since === null) await call(url)
    else hasFailed = await call(failing(url))
  }
  const timer = setInterval(look, everyMs / 60)
  void look()
  return () => clearInterval(timer)
}

/** The address with /fail at the end of its path. */
function failing(url: string): string {
  const address = new URL(url)
  address.pathname = `${address.pathname.replace(/\/$/, '')}/fail`
  return address.href
}
