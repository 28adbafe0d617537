import type { MinuteSums } from '@eupnea/contract/rules/minute.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import type pg from 'pg'
import { isDataFault } from '../../platform/faults.ts'
import { counter } from '../../platform/metrics.ts'
import { type Bed, isMonitored } from '../bed/bed.ts'
import type { BedEvent, Reduced } from '../bed/bed-event.ts'
import { reduceBed } from '../bed/reduce-bed.ts'
import { type WatchReading, watchReading } from '../bed/watch.ts'
import type { LiveState } from '../state/live-state.ts'
import { minuteSums } from '../state/minutes.sql.ts'
import { loadBeds } from '../state/state.sql.ts'
import { storeCheckpoints } from './checkpoints.sql.ts'
import { holdHours, isRepeated, type ReadingRow, selectRepeated, storeReadings, storeWaves } from './ingest.sql.ts'
import { type Raised, storeEffects } from './store-effects.ts'

const repeated = counter(
  'commits_repeated_total',
  'Commits made again because another node had stored some of their readings',
)

/** What a batch means for one device. */
interface CommittedBed {
  readonly from: Bed
  readonly event: BedEvent
  readonly reduced: Reduced
}

export interface Commit {
  /** numbers of devices that this batch set online */
  readonly connected: readonly number[]
  readonly beds: readonly CommittedBed[]
  readonly raised: readonly Raised[]
  /** that can't be judged, or of which the database refuses what follows: only their readings are stored */
  readonly givenUp: readonly { readonly bed: Bed; readonly reason: string }[]
}

/**
 * Stores in one transaction: readings, waves, minutes, newest values, presence, and the resulting episode changes
 * (LI-2, AL-2). Doesn't change the live state; the caller does that afterwards. The commit is done when it returns.
 * @param holdDays of readings of closed days: called first in the transaction
 * @param mayBeNew false: each reading is looked up
 */
export async function commitBatch(
  client: pg.ClientBase,
  state: LiveState,
  rows: readonly ReadingRow[],
  holdDays?: (client: pg.ClientBase) => Promise<void>,
  mayBeNew = holdDays === undefined,
): Promise<Commit> {
  const byNo = rowsByDevice(rows)
  const connected: number[] = []
  const ranges = new Map<number, number>()
  const behind: string[] = []
  let areNew = mayBeNew
  for (const [no, its] of byNo) {
    const bed = state.byNo(no)
    if (!bed?.online) connected.push(no)
    areNew &&= bed !== undefined && isNewer(its, bed)
    if (!bed) continue
    if (bed.place.presenceRange !== defaultPresenceRange) ranges.set(no, bed.place.presenceRange)
    if (bed.isBehind || mayBeLinked(its, bed)) behind.push(bed.place.id)
  }
  const oldest = rows.reduce((least, { ms }) => Math.min(least, ms), Number.POSITIVE_INFINITY)
  const waves = rows.filter(
    (row): row is ReadingRow & { wave: NonNullable<ReadingRow['wave']> } => row.wave !== undefined,
  )
  const now = Date.now()
  try {
    // One behind the other without waiting for answers: the database works while the answers to devices go out.
    const begun = [client.query('begin'), holdDays?.(client), isOfPastHour(oldest) && holdHours(client)]
    const loading = behind.length > 0 ? loadBeds(client, now, behind) : []
    const storingWaves = waves.length > 0 && storeWaves(client, waves)
    const storing = storeReadings(client, rows, areNew, connected, ranges)
    const [loaded, stored] = await Promise.all([loading, storing, storingWaves, ...begun])
    const known = new Map(loaded.map((bed) => [bed.place.no, bed]))
    const minutes = minutesByDevice(stored)
    const givenUp: Commit['givenUp'][number][] = []
    const giveUp = (bed: Bed, { message }: Error) => {
      // It may only be wrong here: read from the database, it is tried once more.
      if (!behind.includes(bed.place.id)) throw new Error(`${bed.place.id} could not be judged: ${message}`)
      givenUp.push({ bed, reason: message })
    }
    const beds: CommittedBed[] = []
    for (const [no, readings] of byNo) {
      const bed = state.byNo(no)
      // Removed meanwhile: what it said is kept, nobody watches it.
      if (!bed) continue
      const read = known.get(no)
      const isStale = bed.isBehind || read?.place.residentId !== bed.place.residentId
      const from = read && isStale ? { ...read, revision: bed.revision } : bed
      const fresh = theirMinutes(from, minutes.get(no) ?? [])
      const event: BedEvent = { event: 'readings', readings: readings.map(watched), minutes: fresh, now }
      try {
        beds.push({ from, event, reduced: reduceBed(from, event) })
      } catch (error) {
        giveUp(from, error as Error)
      }
    }
    const followed = await storeWhatFollows(client, beds, giveUp)
    await client.query('commit')
    return { connected, ...followed, givenUp }
  } catch (error) {
    if (areNew && isRepeated(error as pg.DatabaseError)) {
      // Another node has stored some: these beds are read again, and each reading is looked up.
      await client.query('rollback')
      state.doubt(await selectRepeated(client, rows))
      repeated.inc()
      return commitBatch(client, state, rows, holdDays, false)
    }
    // A commit whose answer was cut off may have been made: what it stored is asked for the next time.
    state.doubt(byNo.keys())
    await client.query('rollback').catch(() => {})
    throw error
  }
}

/** If the database refuses what follows for one bed, that of the others is stored without it. */
async function storeWhatFollows(
  client: pg.ClientBase,
  beds: readonly CommittedBed[],
  giveUp: (bed: Bed, error: Error) => void,
): Promise<Pick<Commit, 'beds' | 'raised'>> {
  const checked = beds.filter(isCheckpoint)
  if (checked.length === 0 && !beds.some(isFollowed)) return { beds, raised: [] }
  await client.query('savepoint followed')
  try {
    const raised = await storeEffects(
      client,
      beds.map(({ reduced }) => reduced),
    )
    if (checked.length > 0)
      await storeCheckpoints(
        client,
        checked.map(({ reduced }) => reduced.bed),
        lateIn(checked),
      )
    return { beds, raised }
  } catch (error) {
    if (!isDataFault((error as { code?: string }).code)) throw error
    await client.query('rollback to savepoint followed')
    if (beds.length === 1) {
      giveUp(beds[0]!.from, error as Error)
      return { beds: [], raised: [] }
    }
    const middle = beds.length >> 1
    const one = await storeWhatFollows(client, beds.slice(0, middle), giveUp)
    const other = await storeWhatFollows(client, beds.slice(middle), giveUp)
    return { beds: [...one.beds, ...other.beds], raised: [...one.raised, ...other.raised] }
  }
}

const isFollowed = ({ reduced }: CommittedBed): boolean => reduced.effects.some(({ effect }) => effect !== 'tell')

/** A minute, or something to notify of, has come since the last one. */
const isCheckpoint = ({ from, reduced: { bed, effects } }: CommittedBed): boolean =>
  isMonitored(bed) &&
  bed.watch.ts !== null &&
  (bed.judgedUntil !== from.judgedUntil ||
    from.watch.ts === null ||
    // The first state of a link: whoever reads it later finds the watch of this link, not of the one before.
    from.signal === null ||
    effects.some(({ effect }) => effect === 'raise' || effect === 'end' || effect === 'flag' || effect === 'late'))

/** By device: since when minutes are to be judged again. */
const lateIn = (beds: readonly CommittedBed[]): ReadonlyMap<number, number> =>
  new Map(
    beds.flatMap(({ from, reduced }) =>
      reduced.effects.flatMap((one) => (one.effect === 'late' ? [[from.place.no, one.from] as const] : [])),
    ),
  )

const watched = ({ ms, rr, dist, isDistAbsent, isMoving }: ReadingRow): WatchReading =>
  watchReading(ms, rr, dist, isDistAbsent, isMoving)

const hourMs = 3_600_000
/** Hours are rolled up two minutes after they end by the database's clock; the portal's clock may be behind. */
const slackMs = 300_000

/** Whether the hour may already be rolled up, or is being rolled up. */
const isOfPastHour = (ms: number): boolean => ms - (ms % hourMs) + hourMs <= Date.now() + slackMs

/**
 * Whether somebody may have been given the device a moment ago, which this node has yet to hear of: what its sensor had
 * stored until then would never be judged. Of one that goes on sending, too little can be missed to matter.
 */
const mayBeLinked = (readings: readonly ReadingRow[], bed: Bed): boolean =>
  !isMonitored(bed) && (readings.length > 1 || !bed.online)

/** Whether all of a device's readings are new as far as this node knows: each later than anything stored. */
function isNewer(readings: readonly ReadingRow[], { ts, storedUntil, isBehind }: Bed): boolean {
  let newest = storedUntil === null || ts === null ? ts : Math.max(ts, storedUntil)
  for (const { ms } of readings) {
    if (newest === null || ms <= newest) return false
    newest = ms
  }
  return !isBehind
}

function rowsByDevice(rows: readonly ReadingRow[]): Map<number, ReadingRow[]> {
  const byNo = new Map<number, ReadingRow[]>()
  for (const row of rows) {
    const its = byNo.get(row.deviceNo)
    if (its) its.push(row)
    else byNo.set(row.deviceNo, [row])
  }
  return byNo
}

function minutesByDevice(rows: readonly (number | null)[][]): Map<number, MinuteSums[]> {
  const byNo = new Map<number, MinuteSums[]>()
  for (const [no, ...columns] of rows) {
    const minutes = byNo.get(no!)
    if (minutes) minutes.push(minuteSums(columns))
    else byNo.set(no!, [minuteSums(columns)])
  }
  return byNo
}

/** Without minutes from before the resident came, and without that in which somebody else left. */
function theirMinutes({ place: { firstMinute } }: Bed, fresh: readonly MinuteSums[]): readonly MinuteSums[] {
  return firstMinute === null ? fresh : fresh.filter(({ minute }) => minute >= firstMinute)
}
