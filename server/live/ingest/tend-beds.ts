import type pg from 'pg'
import { isDataFault } from '../../platform/faults.ts'
import type { Lead } from '../../platform/leader.ts'
import type { Log } from '../../platform/log.ts'
import { createLastingLog } from '../../platform/log-lasting.ts'
import type { Archive } from '../archive/index.ts'
import { type Bed, isMonitored } from '../bed/bed.ts'
import type { BedEvent, Ear, Reduced } from '../bed/bed-event.ts'
import { reduceBed } from '../bed/reduce-bed.ts'
import type { LiveState } from '../state/live-state.ts'
import { loadBeds } from '../state/state.sql.ts'
import { storeCheckpoints } from './checkpoints.sql.ts'
import { inTransaction, selectDoubted } from './ingest.sql.ts'
import { createJudgeAgain } from './judge-again.ts'
import { type Outages, silentBeds } from './silent-beds.ts'
import { type Raised, storeEffects } from './store-effects.ts'

/** What happens to beds beside the readings that are committed: the clock, administration, what came late. */
export interface BedTender {
  /** applies an event to a bed, and stores and tells what follows */
  happen(no: number, event: BedEvent): Promise<void>
  /** this node judges silence, and what came late, from now on, or no more */
  judgeSilence(judges: boolean): void
  close(): Promise<void>
}

export interface BedTenderOptions {
  readonly pool: pg.Pool
  /** where readings are that came late and before */
  readonly archive: Pick<Archive, 'open'>
  readonly state: LiveState
  readonly log: Log
  /** silence after which staff are notified, ms (NO_READINGS_MINUTES) */
  readonly quietMs: number
  readonly outages: Outages
}

const tickEveryMs = 5_000
/** As long as another node waits before it judges silence in this one's place (leader.ts). */
const stoodStillMs = 10_000
const bedsAtOnce = 200
/** Messages refused so recently say that the device is there. */
const heardMs = 90_000
/** What a tick may change of a bed without an effect. */
const changedQuietly = ['judgedUntil', 'seenAt', 'currentAt', 'goodSince', 'lag', 'refusals'] as const
const nothingLate: ReadonlyMap<number, number> = new Map()

const isStored = ({ effects }: Reduced): boolean => effects.some(({ effect }) => effect !== 'tell')

interface Happened {
  readonly from: Bed
  readonly event: BedEvent
  readonly reduced: Reduced
}

export function tendBeds({ pool, archive, state, log, quietMs, outages }: BedTenderOptions): BedTender {
  /** since when this node judges silence and hears devices without a break, ms */
  let listeningSince: number | null = null
  let running: Promise<void> | null = null
  let work: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no two of them judge a bed from the same state. */
  const inTurn = <T>(task: () => Promise<T>): Promise<T> => {
    const done = work.then(task)
    work = done.catch(() => {})
    return done
  }

  /** One bed that can't be judged must not keep the others from being watched. */
  const giveUp = ({ place }: Bed, { message }: Error) =>
    log.error({ reason: message, device_id: place.id }, 'watch: a bed could not be judged')

  const reduceAll = (event: BedEvent, beds: Iterable<Bed>): Happened[] => {
    const happened: Happened[] = []
    for (const from of beds) {
      try {
        const reduced = reduceBed(from, event)
        if (reduced.effects.length > 0 || changedQuietly.some((name) => reduced.bed[name] !== from[name]))
          happened.push({ from, event, reduced })
      } catch (error) {
        giveUp(from, error as Error)
      }
    }
    return happened
  }

  /** What follows for a bed that another node takes the readings of is judged by what that node has stored. */
  const asTheDatabaseHas = async (happened: readonly Happened[]): Promise<readonly Happened[]> => {
    const behind = happened.filter(({ from, reduced }) => from.isBehind && isStored(reduced))
    if (behind.length === 0) return happened
    const now = Date.now()
    const loaded = await loadBeds(
      pool,
      now,
      behind.map(({ from }) => from.place.id),
    )
    const byNo = new Map(loaded.map((bed) => [bed.place.no, bed]))
    return happened.map((one) => {
      const { from, event } = one
      const fresh = from.isBehind && isStored(one.reduced) ? byNo.get(from.place.no) : undefined
      if (!fresh) return one
      const { revision, seenAt, currentAt, pace, gaps, online, signal, refusals } = from
      const known = { ...fresh, revision, seenAt, currentAt, pace, gaps, online, signal, refusals }
      return { from: known, event, reduced: reduceBed(known, event) }
    })
  }

  /** Nothing is known before it is stored: what fails happens again at the next tick. */
  const settle = async (happened: readonly Happened[]): Promise<void> => {
    for (let at = 0; at < happened.length; at += bedsAtOnce) await settleSome(happened.slice(at, at + bedsAtOnce))
  }

  /** If the database refuses the values of one bed, the others are stored without it. */
  const settleSome = async (given: readonly Happened[]): Promise<void> => {
    try {
      await store(await asTheDatabaseHas(given))
    } catch (error) {
      if (!isDataFault((error as { code?: string }).code)) throw error
      if (given.length === 1) return giveUp(given[0]!.from, error as Error)
      const middle = given.length >> 1
      await settleSome(given.slice(0, middle))
      await settleSome(given.slice(middle))
    }
  }

  const store = async (some: readonly Happened[]): Promise<void> => {
    const stored = some.filter(({ reduced }) => isStored(reduced))
    let raised: Raised[] = []
    if (stored.length > 0)
      raised = await inTransaction(pool, async (client) => {
        const told = await storeEffects(
          client,
          stored.map(({ reduced }) => reduced),
        )
        const kept = stored.map(({ reduced }) => reduced.bed).filter((bed) => isMonitored(bed) && bed.watch.ts !== null)
        if (kept.length > 0) await storeCheckpoints(client, kept, nothingLate)
        return told
      })
    for (const { from, event, reduced } of some) state.adopt(from, event, reduced)
    for (const { bed, message } of raised) state.notify(bed, message)
  }

  const happen = (no: number, event: BedEvent): Promise<void> =>
    inTurn(async () => {
      const bed = state.byNo(no)
      if (!bed) return
      await settle([{ from: bed, event, reduced: reduceBed(bed, event) }])
      // A leave that is saved or ended shows without waiting for the next tick.
      const placed = state.byNo(no)
      if (event.event === 'placed' && placed && JSON.stringify(bed.place.leave) !== JSON.stringify(event.place.leave))
        await settle(reduceAll({ event: 'ticked', now: event.now, ear: await listen() }, [placed]))
    })

  /** @returns null while another node judges silence */
  const listen = async (): Promise<Ear | null> => {
    if (listeningSince === null) return null
    const since = listeningSince
    return { since, quietMs, doubted: await selectDoubted(pool, heardMs) }
  }

  const judging = createLastingLog(log, 'watch: not judged, trying again', 'watch: judged again')
  const tick = async (): Promise<void> => {
    const now = Date.now()
    try {
      const ear = await listen()
      await inTurn(() => settle(reduceAll({ event: 'ticked', now, ear }, [...state.all()])))
      if (listeningSince === null) return judging.worked()
      const due = await silentBeds([...state.all()], { now, listeningSince, quietMs, outages })
      for (const { place } of due) await happen(place.no, { event: 'silenced', now })
      await outages.watched()
      judging.worked()
    } catch (error) {
      // Readings could not be stored either: devices are given their time again.
      if (listeningSince !== null) listeningSince = Date.now()
      judging.failed((error as Error).message)
    }
  }
  let tickedAt = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    // Other nodes have heard devices meanwhile, and this one has yet to hear of it.
    if (listeningSince !== null && now - tickedAt > tickEveryMs + stoodStillMs) listeningSince = now
    // The clock has been set back.
    if (listeningSince !== null) listeningSince = Math.min(listeningSince, now)
    tickedAt = now
    running ??= tick().finally(() => {
      running = null
    })
  }, tickEveryMs)
  const judgeAgain = createJudgeAgain({ pool, archive, state, log })

  return {
    happen,
    judgeSilence(judges) {
      listeningSince = judges ? Date.now() : null
      judgeAgain.work(judges)
    },
    async close() {
      clearInterval(timer)
      await running
      await judgeAgain.close()
      await work
    },
  }
}

/** One node at a time judges silence, for it takes a clock and an ear for all of them (WA-1). */
export function judgeSilence(tender: BedTender): Lead {
  tender.judgeSilence(true)
  return {
    works: true,
    async close() {
      tender.judgeSilence(false)
    },
  }
}
