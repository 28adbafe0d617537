import { m } from '@eupnea/texts'
import type { DisplayActor } from '../../platform/context.ts'
import type { Log } from '../../platform/log.ts'
import type { LiveState } from '../state/live-state.ts'
import type { LiveConnection, Watcher } from './connection.ts'
import type { Fanout } from './fanout.ts'

interface LimitOptions {
  readonly state: LiveState
  readonly fanout: Fanout
  readonly log: Log
  /** the devices that a display of one floor may see now */
  devicesOnFloor(actor: DisplayActor): Promise<ReadonlySet<string>>
}

export const isOfFloor = (actor: Watcher): actor is DisplayActor => actor.type === 'display' && actor.floor !== null

/**
 * Finds out which devices a display of one floor may see, when it connects and whenever that may have changed. Until it
 * is known the display gets nothing, so that nobody who moved to another floor is shown meanwhile; then all of them.
 */
export function limiterToFloor({ state, fanout, log, devicesOnFloor }: LimitOptions) {
  /** how often was asked: only the latest answer counts */
  const asked = new WeakMap<LiveConnection, number>()
  return async (connection: LiveConnection, actor: DisplayActor): Promise<void> => {
    const nth = (asked.get(connection) ?? 0) + 1
    asked.set(connection, nth)
    connection.limitTo(null)
    try {
      await state.settled()
      const devices = await devicesOnFloor(actor)
      if (asked.get(connection) !== nth) return
      connection.limitTo(devices)
      connection.send(fanout.snapshotFor(connection, actor.clinicIds[0]))
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'live: floor of a display not read')
      connection.close(1013, m.live_try_later())
    }
  }
}
