import type pg from 'pg'
import type { PortalEvent } from '../../platform/events.ts'
import type { Log } from '../../platform/log.ts'
import type { Bed, Place } from '../bed/bed.ts'
import type { BedEvent } from '../bed/bed-event.ts'
import { keepBaselines } from './keep-baselines.ts'
import { isSamePlace, type LiveState } from './live-state.ts'
import { loadAllBeds, loadBeds, selectDeviceNos } from './state.sql.ts'

const retryMs = 1_000

export interface StateKeeper {
  /** reloads everything: at start, and when something may have been missed */
  reload(): Promise<void>
  /** reloads these devices: they moved or have connected here */
  reloadDevices(ids: readonly string[]): Promise<void>
  handle(event: PortalEvent): void
  /** the device was given to somebody else while readings were being committed */
  missed(deviceId: string): void
  /** it has delivered old minutes: its resident's usual may have changed */
  late(bed: Bed): void
  /** resolves when what it was notified of is read */
  settled(): Promise<void>
  /** called each time places were loaded; must not throw */
  onRead(handler: () => void): void
  close(): Promise<void>
}

/**
 * Keeps the live state true to the database: places at each change, baselines when due.
 * @param happen applies an event to a bed, and stores and tells what follows
 */
export async function keepState(
  state: LiveState,
  pool: pg.Pool,
  log: Log,
  happen: (no: number, event: BedEvent) => Promise<void>,
): Promise<StateKeeper> {
  let closed = false
  let work: Promise<void> = Promise.resolve()
  const readHandlers: (() => void)[] = []

  /** @param since revision of the state when the query began: what changed later is newer than its answer */
  const adopt = async (fresh: Bed, since: number): Promise<void> => {
    const before = state.byNo(fresh.place.no)
    if (before && isSamePlace(before.place, fresh.place) && !hasSameTerms(before.place, fresh.place))
      await happen(before.place.no, { event: 'placed', place: fresh.place, now: Date.now() })
    const now = state.byNo(fresh.place.no)
    if (!now || now.revision <= since) state.put(fresh)
    else if (!isSamePlace(now.place, fresh.place)) {
      state.put(fresh)
      // Something was committed while another resident was given the device: it may be theirs.
      missed(fresh.place.id)
    } else state.doubt([fresh.place.no])
  }
  const missed = (deviceId: string) =>
    void untilDone('reading a device again', async () => {
      await reloadDevices([deviceId])
      state.tellNumbers(deviceId)
    })
  const reload = async () => {
    const known = await selectDeviceNos(pool)
    for (const { place } of [...state.all()]) if (!known.has(place.no)) state.remove(place.no)
    let since = state.revision
    for await (const beds of loadAllBeds(pool)) {
      for (const bed of beds) await adopt(bed, since)
      since = state.revision
    }
  }
  const reloadDevices = async (ids: readonly string[]) => {
    const since = state.revision
    const beds = await loadBeds(pool, Date.now(), ids)
    for (const id of ids) {
      const before = state.byId(id)
      const fresh = beds.find(({ place }) => place.id === id)
      if (fresh) await adopt(fresh, since)
      else if (before) state.remove(before.place.no)
    }
  }
  /** By every node: one that knows less than was stored reads it first, so that any of them may have been the last to. */
  const emptyBed = async (deviceId: string) => {
    if (state.byId(deviceId)?.isBehind) await reloadDevices([deviceId])
    const bed = state.byId(deviceId)
    if (bed) await happen(bed.place.no, { event: 'emptied', now: Date.now() })
  }
  const inTurn = (task: () => Promise<void>) => {
    work = work.then(task)
    return work
  }
  /** a full reload is queued and will include every change announced before it starts */
  let isReloadDue = false
  const reloadOnce = (): Promise<void> => {
    if (isReloadDue) return work
    isReloadDue = true
    return untilDone('reading again', () => {
      isReloadDue = false
      return reload()
    })
  }
  /** Retries until it succeeds, because a place that wasn't loaded would stay wrong. */
  const untilDone = (what: string, task: () => Promise<void>) =>
    inTurn(async () => {
      while (!closed) {
        try {
          await task()
          for (const handler of readHandlers) handler()
          return
        } catch (error) {
          log.warn({ reason: (error as Error).message }, `live state: ${what} failed, trying again`)
          await new Promise((resolve) => setTimeout(resolve, retryMs))
        }
      }
    })

  /** devices that have changed and are about to be read */
  const changed = new Set<string>()
  /** Devices that are added or moved together are read in one go, so a sensor that connects meanwhile waits for one read. */
  const readAgain = (deviceId: string): void => {
    changed.add(deviceId)
    if (changed.size > 1) return
    let ids: string[] | null = null
    void untilDone('reading devices again', () => {
      if (!ids) {
        ids = [...changed]
        changed.clear()
      }
      return reloadDevices(ids)
    })
  }

  await reload()
  const baselines = keepBaselines(state, pool, log)

  return {
    reload: reloadOnce,
    reloadDevices: (ids) => untilDone('reading devices again', () => reloadDevices(ids)),
    handle(event) {
      if (event.type === 'bed_emptied') void untilDone('emptying a bed', () => emptyBed(event.device_id))
      if (event.type !== 'changed' || event.noun !== 'devices') return
      if (event.device_id) readAgain(event.device_id)
      else void reloadOnce()
    },
    settled: () => work,
    missed,
    late: baselines.late,
    onRead: (handler) => void readHandlers.push(handler),
    async close() {
      closed = true
      await Promise.all([work, baselines.close()])
    },
  }
}

/** The same resident's, and by the same terms: what was read can take its place whole. */
const hasSameTerms = (one: Place, other: Place): boolean => JSON.stringify(one) === JSON.stringify(other)
