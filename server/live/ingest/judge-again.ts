import { setImmediate as nextTurn } from 'node:timers/promises'
import { minuteOf } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import { isOwnFault } from '../../platform/faults.ts'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import { type Archive, askOf } from '../archive/index.ts'
import { type Bed, isMonitored } from '../bed/bed.ts'
import type { BedEffect } from '../bed/bed-event.ts'
import { beginAgain, missingFrom } from '../bed/judge-late.ts'
import { reduceBed } from '../bed/reduce-bed.ts'
import { watchReading } from '../bed/watch.ts'
import type { LiveState } from '../state/live-state.ts'
import { inTransaction } from './ingest.sql.ts'
import {
  type LateMinutes,
  selectEpisodesSince,
  selectLate,
  selectMinutes,
  settleLate,
  takeCaughtUp,
} from './judge-again.sql.ts'
import { newsMs, storeEffects, storeEnded } from './store-effects.ts'

/**
 * Watches minutes again whose readings came after later ones (WA-8): from well before the first late one up to now, by
 * the same rules. What it finds is added; nothing that was raised is taken back. What is due stands in the database, so
 * that it outlives a kill; the node that judges silence does it.
 */
export interface JudgeAgain {
  /** this node does it from now on, or no more */
  work(works: boolean): void
  close(): Promise<void>
}

const lookEveryMs = 2_000
/** Late readings come in many messages, which are judged together. */
const waitMs = 4_000
/** Judged without a pause: an hour of them takes a few milliseconds. */
const readingsAtOnce = 3_600

export function createJudgeAgain({
  pool,
  archive,
  state,
  log,
}: {
  readonly pool: pg.Pool
  readonly archive: Pick<Archive, 'open'>
  readonly state: LiveState
  readonly log: Log
}): JudgeAgain {
  let works = false
  let running: Promise<void> | null = null

  const judging = createLastingLog(
    log,
    'watch: late minutes not judged, trying again',
    'watch: late minutes judged again',
  )
  const run = async () => {
    try {
      for (const late of await selectLate(pool, waitMs)) {
        const bed = state.byNo(late.deviceNo)
        if (!works) return
        if (bed && isMonitored(bed)) await judge(bed, late).catch((error) => giveUp(bed, error))
        else await inTransaction(pool, (client) => settleLate(client, late))
      }
      if (!works) return
      for (const { deviceNo, ...message } of await takeCaughtUp(pool, Date.now() - newsMs)) {
        const bed = state.byNo(deviceNo)
        if (bed) state.notify(bed, { action: 'rr_notification', is_late: false, ...message })
      }
      judging.worked()
    } catch (error) {
      judging.failed((error as Error).message)
    }
  }

  /** One bed that can't be judged must not keep the others waiting; its minutes stay due. */
  const giveUp = ({ place }: Bed, error: Error) => {
    if (!isOwnFault(error)) throw error
    log.error({ reason: error.message, device_id: place.id }, 'watch: late minutes of a bed could not be judged')
  }

  const judge = async (bed: Bed, late: LateMinutes): Promise<void> => {
    const { place } = bed
    const { from, until } = late
    const begun = beginAgain(bed, from)
    let past = begun.bed
    const found: BedEffect[] = []
    const source = archive.open(askOf(pool))
    for (let after = begun.at - 1; after < until; ) {
      const stretch = { device_no: place.no, since: after + 1, until: until + 1 }
      const rows = await source.select(stretch, { offset: 0, limit: readingsAtOnce })
      const readings = rows.map(({ ts, rr, dist, is_dist_absent, is_moving }) =>
        watchReading(ts, rr, dist, is_dist_absent, is_moving),
      )
      if (readings.length === 0) break
      const last = readings.at(-1)!.ms
      const minutes = await selectMinutes(pool, place.no, minuteOf(after + 1), last)
      const reduced = reduceBed(past, { event: 'readings', readings, minutes, now: last })
      past = reduced.bed
      found.push(...reduced.effects)
      after = last
      await nextTurn()
    }
    const known = await selectEpisodesSince(pool, place.residentId!, new Date(begun.at).toISOString())
    const { ended, open } = missingFrom(found, known, from)
    const raised = await inTransaction(pool, async (client) => {
      await settleLate(client, late)
      const stored = await storeEffects(client, [{ bed: past, effects: open }])
      for (const one of ended) stored.push(...(await storeEnded(client, past, one.raised, one.end)))
      return stored
    })
    if (ended.length === 0 && open.length === 0) return
    // Whatever is open now will be ended by readings to come: it is read again with the next one.
    state.doubt([place.no])
    for (const { message } of raised) state.notify(bed, message)
  }

  const timer = setInterval(() => {
    if (works)
      running ??= run().finally(() => {
        running = null
      })
  }, lookEveryMs)

  return {
    work(begins) {
      works = begins
    },
    async close() {
      works = false
      clearInterval(timer)
      await running
    },
  }
}
