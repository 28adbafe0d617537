import { randomUUID } from 'node:crypto'
import {
  addReading,
  averageRr,
  emptyMinute,
  isInBed,
  type MinuteSums,
  minuteMs,
} from '@eupnea/contract/rules/minute.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { profileOf, profiles } from '@eupnea/sensors/simulator/profiles.ts'
import { hash, unit } from '@eupnea/sensors/simulator/random.ts'
import { createResident, type SimulatedResident, type Spell } from '@eupnea/sensors/simulator/resident.ts'
import { type Bed, type BedEffect, newBed, reduceBed, watchReading } from '../live/bed/index.ts'
import { textOf } from '../live/ingest/index.ts'
import { staff } from './story.ts'

/**
 * A part of the demonstration's past: what its sensors would have sent, judged by the rules that judge what they send
 * (VI-5). Instants are ms since the epoch.
 */

export interface DemoBed {
  readonly place: Bed['place']
  readonly seed: number
  readonly spells: readonly Spell[]
}

export interface PastNotification {
  readonly id: string
  readonly bed: Bed
  readonly kind: Extract<BedEffect, { effect: 'raise' }>['kind']
  readonly direction: 'low' | 'high' | null
  readonly severity: 'warning' | 'danger'
  readonly rr: number | null
  readonly title: string
  readonly description: string
  readonly raisedAt: number
  readonly endedAt: number | null
  readonly endReason: string | null
  readonly acknowledgedAt: number | null
  readonly acknowledgedBy: string
}

export interface PastSignal {
  readonly bed: Bed
  readonly state: string
  readonly note: string | null
  readonly since: number
  readonly until: number | null
}

export interface Portion {
  readonly minutes: readonly { readonly bed: Bed; readonly sums: MinuteSums }[]
  readonly notifications: readonly PastNotification[]
  readonly signals: readonly PastSignal[]
  /** the beds as they are at its end */
  readonly beds: readonly Bed[]
}

const stepMs = 10_000
/** Judged before the portion begins, so that it begins with what was so already. */
const leadMs = 40 * minuteMs

/** @param isNewest what is open at its end stays open: the live portal goes on with it */
export function makePortion(demo: readonly DemoBed[], from: number, until: number, isNewest: boolean): Portion {
  const parts = demo.map((one, index) => makeBed(one, index, from, until, isNewest))
  return {
    minutes: parts.flatMap(({ minutes }) => minutes),
    notifications: parts.flatMap(({ notifications }) => notifications),
    signals: parts.flatMap(({ signals }) => signals),
    beds: parts.flatMap(({ beds }) => beds),
  }
}

function makeBed({ place, seed, spells }: DemoBed, index: number, from: number, until: number, isNewest: boolean) {
  const { tz, leave } = place
  const resident = createResident({ seed, profile: profiles[profileOf(index)], tz, spells })
  const record = new Record(seed, from, until, isNewest)
  const minutes: { bed: Bed; sums: MinuteSums }[] = []
  const unheard = newBed({ ...place, leave: leave && leave.from < until ? leave : null }, defaultBaseline)
  // Its sensor has measured distances before, so it can tell that a bed is empty.
  let bed: Bed = { ...unheard, watch: { ...unheard.watch, distAt: from - leadMs } }
  const happen = (event: Parameters<typeof reduceBed>[1]) => {
    const reduced = reduceBed(bed, event)
    bed = reduced.bed
    record.take(bed, reduced.effects)
  }
  let isOnline = true
  for (let minute = from - leadMs; minute < until; minute += minuteMs) {
    const { readings, sums } = readMinute(resident, minute, Math.min(minute + minuteMs, until))
    if (sums.n > 0 && minute >= from) minutes.push({ bed, sums })
    const online = resident.onlineAt(minute)
    if (!online && isOnline) happen({ event: 'online', online: false, by: 'word', now: minute })
    isOnline = online
    // What a sensor stored while it was offline counts, but nobody sees it then.
    if (online && readings.length > 0)
      happen({ event: 'readings', readings, minutes: [sums], now: readings.at(-1)!.ms })
    const { leave: running } = bed.place
    if (running && minute >= running.from && bed.signal?.state !== 'paused')
      happen({ event: 'ticked', now: minute, ear: { since: 0, quietMs: minuteMs, doubted: new Set() } })
  }
  const { notifications, signals } = record.end(bed)
  const counted = minutes.filter(({ sums }) => !record.isLeftOut(sums.minute))
  return { minutes: counted, notifications, signals, beds: [bed] }
}

function readMinute(resident: SimulatedResident, minute: number, until: number) {
  const sums = emptyMinute(minute)
  const readings = []
  for (let ts = minute; ts < until; ts += stepMs) {
    const reading = resident.readingAt(ts)
    if (!reading) continue
    addReading(sums, reading.rr, reading.dist ?? null)
    readings.push(watchReading(ts, reading.rr, reading.dist ?? null, null, null))
  }
  return { readings, sums }
}

/** Keeps what followed within [from, until), each with its end. */
class Record {
  readonly #notifications: PastNotification[] = []
  readonly #signals: PastSignal[] = []
  /** what a stuck sensor repeated */
  readonly #leftOut: { readonly from: number; readonly until: number }[] = []
  readonly #seed: number
  readonly #from: number
  readonly #until: number
  readonly #isNewest: boolean

  constructor(seed: number, from: number, until: number, isNewest: boolean) {
    this.#seed = seed
    this.#from = from
    this.#until = until
    this.#isNewest = isNewest
  }

  take(bed: Bed, effects: readonly BedEffect[]): void {
    for (const effect of effects) {
      if (effect.effect === 'signal') this.#show(bed, effect.signal)
      else if (effect.effect === 'raise') this.#raise(bed, effect)
      else if (effect.effect === 'end') this.#finish(effect)
      else if (effect.effect === 'flag') this.#leftOut.push(effect)
    }
  }

  /** Such a minute counts for nothing (WA-4). */
  isLeftOut(minute: number): boolean {
    return this.#leftOut.some(({ from, until }) => minute >= from && minute < until)
  }

  #show(bed: Bed, { state, since, note }: NonNullable<Bed['signal']>): void {
    const before = this.#signals.at(-1)
    if (before?.until === null)
      this.#signals[this.#signals.length - 1] = { ...before, until: Math.max(before.since, since) }
    this.#signals.push({ bed, state, note, since, until: null })
  }

  #raise(bed: Bed, raised: Extract<BedEffect, { effect: 'raise' }>): void {
    const { kind, direction, severity, rr, at } = raised
    const { title, description } = textOf(raised, { ...bed.place, lateMs: 0 })
    const open = this.#open(raised)
    const said = { severity, rr, title, description }
    if (open !== -1) this.#notifications[open] = { ...this.#notifications[open]!, ...said }
    else
      this.#notifications.push({
        ...{ id: randomUUID(), bed, kind, direction, ...said, raisedAt: at, endedAt: null, endReason: null },
        acknowledgedAt: this.#acknowledged(at),
        acknowledgedBy: staff[hash(this.#seed, at) % staff.length]!,
      })
  }

  /** Most are taken on within minutes; what began within the hour before the end is left to whoever looks now. */
  #acknowledged(raisedAt: number): number | null {
    const delay = (1 + 9 * unit(hash(this.#seed, 41), raisedAt)) * minuteMs
    const isOfNow = this.#isNewest && raisedAt > this.#until - 90 * minuteMs
    return isOfNow || unit(hash(this.#seed, 42), raisedAt) < 0.12 ? null : raisedAt + delay
  }

  #finish({ at, reason, ...ended }: Extract<BedEffect, { effect: 'end' }>): void {
    const open = this.#open(ended)
    if (open === -1) return
    const one = this.#notifications[open]!
    const endedAt = Math.max(at, one.raisedAt)
    const acknowledgedAt = one.acknowledgedAt !== null && one.acknowledgedAt < endedAt ? one.acknowledgedAt : null
    this.#notifications[open] = { ...one, endedAt, endReason: reason, acknowledgedAt }
  }

  #open({ kind, direction }: Pick<PastNotification, 'kind' | 'direction'>): number {
    return this.#notifications.findLastIndex(
      (one) => one.endedAt === null && one.kind === kind && one.direction === direction,
    )
  }

  end(bed: Bed): { notifications: PastNotification[]; signals: PastSignal[] } {
    const [from, until] = [this.#from, this.#until]
    // A portion has a neighbour on either side: what goes on over the joint is two spans, and ends with the first.
    if (!this.#isNewest) {
      for (const [index, one] of this.#notifications.entries())
        if (one.endedAt === null) this.#notifications[index] = { ...one, endedAt: until, endReason: 'recovered' }
      const last = this.#signals.at(-1)
      if (last?.until === null) this.#signals[this.#signals.length - 1] = { ...last, until, bed }
    }
    return {
      notifications: this.#notifications.filter(({ raisedAt }) => raisedAt >= from),
      signals: this.#signals
        .filter(({ until: end }) => end === null || end > from)
        .map((span) => ({ ...span, since: Math.max(span.since, from) })),
    }
  }
}

/** A closed hour of a bed, as the table `hours` keeps it. */
export function hourOf(minutes: readonly MinuteSums[]) {
  const hour = { n: 0, n_rr: 0, n_dist: 0, n_in_bed: 0, sum_rr: 0, sum_dist: 0, heard: 0n, valid: 0n }
  let [min, max] = [null as number | null, null as number | null]
  for (const sums of minutes) {
    const bit = 1n << BigInt((sums.minute % 3_600_000) / minuteMs)
    hour.n++
    hour.heard |= bit
    if (isInBed(sums)) hour.n_in_bed++
    if (sums.nDist > 0) {
      hour.n_dist++
      hour.sum_dist += sums.sumDist / sums.nDist
    }
    const average = averageRr(sums)
    if (average === null) continue
    hour.n_rr++
    hour.sum_rr += average
    hour.valid |= bit
    min = min === null ? sums.minRr : Math.min(min, sums.minRr!)
    max = max === null ? sums.maxRr : Math.max(max, sums.maxRr!)
  }
  return { ...hour, min_rr: min, max_rr: max }
}
