import { episodeMinutes, judgeEpisode } from '@eupnea/contract/rules/episode.ts'
import { minuteMs } from '@eupnea/contract/rules/minute.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import type pg from 'pg'
import type { PortalEvent } from '../../platform/events.ts'
import type { Log } from '../../platform/log.ts'
import { type DeviceSlot, ringAverages } from './device-slot.ts'
import type { LiveState } from './live-state.ts'
import { loadAllSlots, loadSlots, refreshBaselines, selectDeviceNos, selectFreshBaselines } from './state.sql.ts'

const scoreEveryMs = 60_000
const baselineEveryMs = 15_000
const baselinesAtOnce = 25
const retryMs = 1_000

export interface StateKeeper {
  /** reloads everything: at start, and when something may have been missed */
  reload(): Promise<void>
  /** reloads these devices: they moved or have connected here */
  reloadDevices(ids: readonly string[]): Promise<void>
  handle(event: PortalEvent): void
  /** resolves when all announced changes are loaded */
  settled(): Promise<void>
  /** called each time places were loaded; must not throw */
  onRead(handler: () => void): void
  close(): Promise<void>
}

/** Keeps the live state in step with the database: places at each change, r-scores each minute, baselines when due. */
export async function keepState(state: LiveState, pool: pg.Pool, log: Log): Promise<StateKeeper> {
  let closed = false
  let work: Promise<void> = Promise.resolve()
  const readHandlers: (() => void)[] = []
  /** devices that sent old minutes since their baseline was computed */
  const late = new Set<string>()
  let baselineWork: Promise<void> | null = null

  /** @param since revision of the state when the query began: anything changed later is newer than the answer */
  const adopt = (fresh: DeviceSlot, since: number) => {
    const before = state.byNo(fresh.place.no)
    if (!before || before.revision <= since) {
      state.put(fresh)
      if (isUnjudged(fresh, Date.now())) void untilDone('judging an episode', () => state.onUnjudged(fresh))
      return
    }
    if (before.place.residentId !== fresh.place.residentId) {
      state.put(fresh)
      return readMissed(fresh.place.id)
    }
    before.baseline = fresh.baseline
    before.isBehind = true
    state.move(before, fresh.place)
  }
  /** Something was committed while the device went to another resident: it may be theirs. */
  const readMissed = (deviceId: string) =>
    void untilDone('reading a device again', async () => {
      await reloadDevices([deviceId])
      state.tellNumbers(deviceId)
    })
  const reload = async () => {
    const known = await selectDeviceNos(pool)
    for (const slot of [...state.all()]) if (!known.has(slot.place.no)) state.remove(slot.place.no)
    let since = state.revision
    for await (const slots of loadAllSlots(pool)) {
      for (const slot of slots) adopt(slot, since)
      since = state.revision
    }
  }
  const reloadDevices = async (ids: readonly string[]) => {
    const since = state.revision
    const slots = await loadSlots(pool, Date.now(), ids)
    for (const id of ids) {
      const before = state.byId(id)
      const fresh = slots.find((slot) => slot.place.id === id)
      if (fresh) adopt(fresh, since)
      else if (before) state.remove(before.place.no)
    }
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

  const use = (fresh: Awaited<ReturnType<typeof refreshBaselines>>) => {
    for (const { device_id, baseline } of fresh) {
      const slot = state.byId(device_id)
      if (!slot) continue
      slot.baseline = baseline
      state.refreshScore(slot, Date.now())
    }
  }
  const refresh = async (): Promise<void> => {
    const asked = [...late]
    late.clear()
    const computed = new Set<string>()
    try {
      while (!closed) {
        const due = await refreshBaselines(pool, { late: asked, limit: baselinesAtOnce })
        use(due)
        for (const { device_id } of due) computed.add(device_id)
        if (due.length < baselinesAtOnce) break
      }
      // Other nodes compute some of our devices' baselines.
      if (!closed) use(await selectFreshBaselines(pool, 4 * baselineEveryMs))
    } catch (error) {
      log.warn({ reason: (error as Error).message }, 'live state: baselines failed, trying again')
    }
    for (const id of asked) if (!computed.has(id) && state.byId(id)?.place.residentId) late.add(id)
  }

  await reload()
  state.onMissed = readMissed
  state.onLate = ({ place }) => void (place.residentId !== null && late.add(place.id))
  const scores = setInterval(() => {
    const now = Date.now()
    for (const slot of state.all()) state.refreshScore(slot, now)
  }, scoreEveryMs)
  // Not queued with loading places, which must not wait for a computation.
  const baselines = setInterval(() => {
    baselineWork ??= refresh().finally(() => {
      baselineWork = null
    })
  }, baselineEveryMs)

  return {
    reload: reloadOnce,
    reloadDevices: (ids) => untilDone('reading devices again', () => reloadDevices(ids)),
    handle(event) {
      if (event.type !== 'changed' || event.noun !== 'devices') return
      if (event.device_id) void untilDone('reading a device again', () => reloadDevices([event.device_id!]))
      else void reloadOnce()
    },
    settled: () => work,
    onRead: (handler) => void readHandlers.push(handler),
    async close() {
      closed = true
      clearInterval(scores)
      clearInterval(baselines)
      await Promise.all([work, baselineWork])
    },
  }
}

/**
 * Its minutes arrived just now and were stored before this node knew whose they are. Older ones have been judged or are
 * no longer news.
 */
const isUnjudged = ({ place, ts, seenAt, minutes, episode }: DeviceSlot, now: number): boolean =>
  place.residentId !== null &&
  ts !== null &&
  now - seenAt < episodeMinutes * minuteMs &&
  judgeEpisode(episode, ringAverages(minutes), defaultPlan).length > 0
