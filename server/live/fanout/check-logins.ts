import { closeCodes } from '@eupnea/contract/live.ts'
import { m } from '@eupnea/texts'
import type { Log } from '../../platform/log.ts'
import type { LiveConnection, Watcher } from './connection.ts'
import { isOfFloor, type limiterToFloor } from './limit-to-floor.ts'

const retryMs = 1_000

/** Who is behind a live connection's token, and when the login ends; a display's doesn't end by itself. */
export interface LiveLogin {
  readonly actor: Watcher
  readonly expiresAt: Temporal.Instant | null
}

export interface LoginCheckOptions {
  readonly log: Log
  /** as of now (activity extends a session); null when the session has ended or the display was revoked */
  holderAgain(actor: Watcher): Promise<LiveLogin | null>
}

/** Checks whether open connections may stay open. */
export function createLoginChecks(
  { holderAgain, log }: LoginCheckOptions,
  open: Map<LiveConnection, LiveLogin>,
  limitToFloor: ReturnType<typeof limiterToFloor>,
) {
  let closed = false

  /**
   * Checks a session again: activity may have extended it, or the person's rights may have shrunk.
   * @returns false when that can't be known now
   */
  const one = async (connection: LiveConnection, { actor }: LiveLogin): Promise<boolean> => {
    try {
      const login = await holderAgain(actor)
      if (!open.has(connection)) return true
      if (login && !isOver(login.expiresAt) && hasSameAccess(login.actor, actor)) {
        open.set(connection, login)
        if (isOfFloor(actor)) await limitToFloor(connection, actor)
      } else connection.close(closeCodes.unauthenticated, login ? m.live_access_changed() : m.live_session_ended())
      return true
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'live: session not checked, trying again')
      return false
    }
  }

  /** One at a time, so that many dashboards don't take up all database connections. */
  const all = async (due: readonly LiveConnection[]): Promise<void> => {
    for (const [at, connection] of due.entries()) {
      const login = open.get(connection)
      if (closed || !login || (await one(connection, login))) continue
      setTimeout(all, retryMs, [...due.slice(at + 1), connection])
      return
    }
  }

  return {
    one,
    all,
    close() {
      closed = true
    },
  }
}

function hasSameAccess(a: Watcher, b: Watcher): boolean {
  // A display keeps its facility for as long as it is enrolled.
  if (a.type === 'display' || b.type === 'display')
    return a.type === 'display' && b.type === 'display' && a.floor === b.floor
  return (
    a.role === b.role &&
    a.isAdminFeature === b.isAdminFeature &&
    a.clinicIds.toSorted().join() === b.clinicIds.toSorted().join()
  )
}

export const isOver = (instant: Temporal.Instant | null): boolean =>
  instant !== null && Temporal.Instant.compare(instant, Temporal.Now.instant()) <= 0
