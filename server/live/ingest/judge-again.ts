import { setImmediate as nextTurn } from 'node:timers/promises'
import { minuteMs, minuteOf } from '@eupnea/contract/rules/minute.ts'
import type pg from 'pg'
import type { Log } from '../../platform/log.ts'
import { type Bed, isMonitored, newBed } from '../bed/bed.ts'
import { type BedEffect, type End, type Raise, reduceBed } from '../bed/reduce-bed.ts'
import { interrupt, newWatch } from '../bed/watch.ts'
import type { LiveState } from '../state/live-state.ts'
import { inTransaction } from './ingest.sql.ts'
import { selectEpisodesSince, selectMinutes, selectReadings } from './judge-again.sql.ts'
import { storeEffects } from './store-effects.ts'

/**
 * Watches minutes again whose readings came after later ones (WA-8): from well before the first late one up to now, by
 * the same rules. What it finds is added; nothing that was raised is taken back.
 */
export interface JudgeAgain {
  add(bed: Bed, from: number): void
  close(): Promise<void>
}

const pauseMs = 2_000
/** As far back as anything that is open could have begun: a stuck sensor's hour, and the minutes that arm a stay. */
const lookBackMs = 75 * minuteMs
const readingsAtOnce = 20_000

export function createJudgeAgain({
  pool,
  state,
  log,
}: {
  readonly pool: pg.Pool
  readonly state: LiveState
  readonly log: Log
}): JudgeAgain {
  const due = new Map<number, number>()
  let running: Promise<void> | null = null

  const run = async () => {
    for (const [no, from] of [...due]) {
      due.delete(no)
      const bed = state.byNo(no)
      if (!bed || !isMonitored(bed)) continue
      try {
        await judge(bed, from)
      } catch (error) {
        log.warn(
          { reason: (error as Error).message, device_id: bed.place.id },
          'watch: late minutes not judged, trying again',
        )
        due.set(no, Math.min(from, due.get(no) ?? from))
      }
    }
  }

  const judge = async (bed: Bed, from: number): Promise<void> => {
    const { place } = bed
    const until = bed.watch.ts ?? from
    const begin = Math.max(from - lookBackMs, place.firstMinute ?? 0)
    const { distAt, longestRun, interval } = bed.watch
    let past: Bed = { ...newBed(place, bed.baseline), watch: interrupt({ ...newWatch, distAt, longestRun, interval }) }
    const found: BedEffect[] = []
    for (let after = begin - 1; after < until; ) {
      const readings = await selectReadings(pool, place.no, after, until, readingsAtOnce)
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
    const missing = missingFrom(found, known, from)
    if (missing.length === 0) return
    const raised = await inTransaction(pool, (client) => storeEffects(client, [{ bed, effects: missing }]))
    for (const { message } of raised) state.notify(bed, message)
  }

  const timer = setInterval(() => {
    if (due.size > 0)
      running ??= run().finally(() => {
        running = null
      })
  }, pauseMs)

  return {
    add({ place: { no } }, from) {
      due.set(no, Math.min(from, due.get(no) ?? from))
    },
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

interface Known {
  readonly kind: string
  readonly direction: string | null
  readonly raised_ms: number
  readonly ended_ms: number | null
}

/** What was raised and, where it has ended, its end; without what is known already, or overlaps with it. */
function missingFrom(found: readonly BedEffect[], known: readonly Known[], from: number): (Raise | End)[] {
  const missing: (Raise | End)[] = []
  for (const [at, raised] of found.entries()) {
    if (raised.effect !== 'raise' || raised.at <= from) continue
    const { kind, direction } = raised
    const end = found
      .slice(at)
      .find((one) => one.effect === 'end' && one.kind === kind && one.direction === direction) as End | undefined
    const isKnown = known.some(
      (one) =>
        one.kind === kind &&
        one.direction === direction &&
        one.raised_ms <= (end?.at ?? Number.POSITIVE_INFINITY) &&
        (one.ended_ms ?? Number.POSITIVE_INFINITY) >= raised.at,
    )
    if (isKnown) continue
    missing.push(raised)
    if (end) missing.push(end)
  }
  return missing
}
