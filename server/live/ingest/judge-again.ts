import { setImmediate as nextTurn } from 'node:timers/promises'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import { isOwnFault } from '../../platform/faults.ts'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import { type Archive, askOf } from '../archive/index.ts'
import { type Bed, isMonitored, newBed } from '../bed/bed.ts'
import type { BedEffect, End, Raise } from '../bed/bed-event.ts'
import { reduceBed } from '../bed/reduce-bed.ts'
import { newWatch, watchReading } from '../bed/watch.ts'
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
/** As far back as anything that is open could have begun: a stuck sensor's hour, and the minutes that arm a stay. */
const lookBackMs = 75 * minuteMs
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
    const begin = Math.max(from - lookBackMs, place.firstMinute ?? 0)
    const { distAt, longestRun, interval, gaps } = bed.watch
    const watch = { ...newWatch, distAt, longestRun, interval, gaps }
    let past: Bed = { ...newBed(place, bed.baseline), isChangeOnly: bed.isChangeOnly, watch }
    const found: BedEffect[] = []
    const source = archive.open(askOf(pool))
    for (let after = begin - 1; after < until; ) {
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
    const known = await selectEpisodesSince(pool, place.residentId!, new Date(from - lookBackMs).toISOString())
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

interface Known {
  readonly kind: string
  readonly direction: string | null
  readonly severity: string
  readonly raised_ms: number
  readonly ended_ms: number | null
}

interface Ended {
  /** as bad as it became */
  raised: Raise
  readonly end: End
}

/**
 * What was raised without what is known already or overlaps with it: what has ended, each with its end; and what is open,
 * with the minutes that a stuck sensor repeated.
 */
function missingFrom(found: readonly BedEffect[], known: readonly Known[], from: number) {
  const ended: Ended[] = []
  const open: BedEffect[] = []
  for (const [at, raised] of found.entries()) {
    if (raised.effect === 'flag' && raised.until > from) open.push(raised)
    if (raised.effect !== 'raise' || raised.at <= from) continue
    const { kind, direction } = raised
    const end = found
      .slice(at + 1)
      .find((one) => one.effect === 'end' && one.kind === kind && one.direction === direction) as End | undefined
    const isKnown = known.some(
      (one) =>
        one.kind === kind &&
        one.direction === direction &&
        (one.severity === 'danger' || raised.severity === 'warning') &&
        one.raised_ms <= (end?.at ?? Number.POSITIVE_INFINITY) &&
        (one.ended_ms ?? Number.POSITIVE_INFINITY) >= raised.at,
    )
    if (isKnown) continue
    const same = end && ended.find((one) => one.end === end)
    if (same) same.raised = { ...raised, at: same.raised.at }
    else if (end) ended.push({ raised, end })
    else open.push(raised)
  }
  return { ended, open }
}
