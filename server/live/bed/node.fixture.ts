import { addReading, emptyMinute, type MinuteSums, minuteOf } from '@eupnea/contract/rules/minute.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { type Bed, isMonitored, mergeMinutes, newBed, type Place } from './bed.ts'
import type { BedEffect, Ear, End, Raise } from './bed-event.ts'
import { reduceBed, termsOf } from './reduce-bed.ts'
import { newWatch, type Watch, type WatchReading, withOpen } from './watch.ts'
import { watchReadings } from './watch-readings.ts'

/** A database and its nodes as far as one bed goes: readings are stored, judged and read again as in the portal. */

interface Notification {
  readonly raise: Raise
  end: End | null
}

export class BedDatabase {
  readonly readings = new Map<number, WatchReading>()
  readonly minutes = new Map<number, MinuteSums>()
  readonly notifications: Notification[] = []
  checkpoint: { readonly watch: Watch; readonly judgedUntil: number; readonly pace: number } | null = null

  /** @returns the changed minutes, oldest first; what is stored already changes none, nor does what is left out */
  store(readings: readonly WatchReading[]): MinuteSums[] {
    const changed = new Map<number, MinuteSums>()
    for (const reading of readings) {
      const { ms, rr, dist } = reading
      if (this.readings.has(ms)) continue
      this.readings.set(ms, reading)
      const minute = minuteOf(ms)
      const before = this.minutes.get(minute)
      if (before?.n === 0) continue
      const sums = { ...(changed.get(minute) ?? before ?? emptyMinute(minute)) }
      addReading(sums, rr, dist ?? null)
      changed.set(minute, sums)
    }
    for (const [minute, sums] of changed) this.minutes.set(minute, sums)
    return [...changed.values()].sort((a, b) => a.minute - b.minute)
  }

  follow(effects: readonly BedEffect[]): void {
    for (const effect of effects) {
      if (effect.effect === 'raise') {
        const open = this.#open(effect)
        // A unique index: one open a kind and direction, which may become worse.
        if (!open || (open.raise.severity === 'warning' && effect.severity === 'danger')) {
          if (open) open.end = { ...effect, effect: 'end', reason: 'in_range' }
          this.notifications.push({ raise: effect, end: null })
        }
      } else if (effect.effect === 'end') {
        const open = this.#open(effect)
        if (open) open.end = effect
      } else if (effect.effect === 'flag')
        for (const minute of this.minutes.keys())
          if (minute >= effect.from && minute < effect.until) this.minutes.set(minute, emptyMinute(minute))
    }
  }

  #open({ kind, direction }: Pick<Raise, 'kind' | 'direction'>): Notification | undefined {
    return this.notifications.find(
      (one) => one.end === null && one.raise.kind === kind && one.raise.direction === direction,
    )
  }

  /** As `state.sql.ts` reads it. */
  load(place: Place): Bed {
    const bed = newBed(place, defaultBaseline)
    const open = this.notifications.filter(({ end }) => end === null).map(({ raise }) => raise)
    const severityOf = (direction: 'low' | 'high') =>
      open.find((one) => one.kind === 'episode' && one.direction === direction)?.severity ?? null
    const sorted = [...this.readings.values()].sort((a, b) => a.ms - b.ms)
    const newest = sorted.at(-1)
    const tail = this.checkpoint ? sorted.filter(({ ms }) => ms > (this.checkpoint!.watch.ts ?? 0)) : []
    const watch = this.checkpoint ? watchReadings(this.checkpoint.watch, tail, termsOf(bed)).watch : newWatch
    const pace = this.checkpoint?.pace ?? bed.pace
    return {
      ...bed,
      watch: withOpen(
        watch,
        open.map(({ kind, at }) => ({ kind, raised_at: at })),
      ),
      episode: { low: severityOf('low'), high: severityOf('high') },
      judgedUntil: this.checkpoint?.judgedUntil ?? 0,
      minutes: this.minutes.size > 0 ? mergeMinutes([], [...this.minutes.values()]) : [],
      ts: newest?.ms ?? null,
      pace,
      gaps: [pace, pace, pace],
      signal: this.signal,
    }
  }
  signal: Bed['signal'] = null
}

export class BedNode {
  bed: Bed
  readonly #place: Place
  readonly #database: BedDatabase

  constructor(place: Place, database: BedDatabase) {
    this.#place = place
    this.#database = database
    this.bed = database.load(place)
  }

  commit(readings: readonly WatchReading[], now: number): void {
    const from = this.bed.isBehind ? this.#database.load(this.#place) : this.bed
    const minutes = this.#database.store(readings)
    const { bed, effects } = reduceBed(from, { event: 'readings', readings, minutes, now })
    this.#keep(from, bed, effects)
  }

  tick(now: number, ear: Ear | null = null): void {
    const { bed, effects } = reduceBed(this.bed, { event: 'ticked', now, ear })
    this.#keep(this.bed, bed, effects)
  }

  /** Another node has committed. */
  hear(): void {
    this.bed = { ...this.bed, isBehind: true }
  }

  #keep(from: Bed, bed: Bed, effects: readonly BedEffect[]): void {
    this.#database.follow(effects)
    this.#database.signal = bed.signal
    const isShown = effects.some(({ effect }) => effect === 'raise' || effect === 'end' || effect === 'flag')
    if (
      isMonitored(bed) &&
      bed.watch.ts !== null &&
      (bed.judgedUntil !== from.judgedUntil || !from.watch.ts || isShown)
    )
      this.#database.checkpoint = structuredClone({ watch: bed.watch, judgedUntil: bed.judgedUntil, pace: bed.pace })
    this.bed = { ...bed, isBehind: false }
  }
}

/** `INSTANT raise KIND …` and `INSTANT end KIND …`, sorted; one that becomes worse is raised again and not ended. */
export function describeNotifications({ notifications }: BedDatabase): string[] {
  const told: string[] = []
  for (const { raise, end } of notifications) {
    const direction = raise.direction ? ` ${raise.direction}` : ''
    told.push(`${raise.at} raise ${raise.kind}${direction} ${raise.severity}`)
    const isWorse = notifications.some(
      (one) =>
        one.raise.kind === raise.kind &&
        one.raise.at === end?.at &&
        one.raise.direction === raise.direction &&
        one.raise.severity === 'danger',
    )
    if (end && !isWorse) told.push(`${end.at} end ${raise.kind}${direction}`)
  }
  return told.toSorted()
}
