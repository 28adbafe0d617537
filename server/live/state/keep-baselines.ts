import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import type { Bed } from '../bed/bed.ts'
import { refreshBaselines, selectFreshBaselines } from './baselines.sql.ts'
import type { LiveState } from './live-state.ts'

const everyMs = 15_000
const atOnce = 25

/**
 * Keeps the baselines of the live state up to date. Apart from the reading of places, because those who wait for places
 * must not wait for a computation.
 */
export function keepBaselines(state: LiveState, pool: pg.Pool, log: Log) {
  let closed = false
  let work: Promise<void> | null = null
  /** devices that sent old minutes since their baseline was computed */
  const late = new Set<string>()

  const use = (fresh: Awaited<ReturnType<typeof refreshBaselines>>) => {
    for (const { device_id, baseline } of fresh) {
      const bed = state.byId(device_id)
      if (bed) state.apply(bed.place.no, { event: 'baselined', baseline, now: Date.now() })
    }
  }
  const refreshing = createLastingLog(
    log,
    'live state: baselines failed, trying again',
    'live state: baselines work again',
  )
  const refresh = async (): Promise<void> => {
    const asked = [...late]
    late.clear()
    const computed = new Set<string>()
    try {
      while (!closed) {
        const due = await refreshBaselines(pool, { late: asked, limit: atOnce })
        use(due)
        for (const { device_id } of due) computed.add(device_id)
        if (due.length < atOnce) break
      }
      // Other nodes compute some of our devices' baselines.
      if (!closed) use(await selectFreshBaselines(pool, 4 * everyMs))
      refreshing.worked()
    } catch (error) {
      refreshing.failed((error as Error).message)
    }
    for (const id of asked) if (!computed.has(id) && state.byId(id)?.place.residentId) late.add(id)
  }
  const timer = setInterval(() => {
    work ??= refresh().finally(() => {
      work = null
    })
  }, everyMs)

  return {
    late: ({ place }: Bed) => void (place.residentId !== null && late.add(place.id)),
    async close() {
      closed = true
      clearInterval(timer)
      await work
    },
  }
}
