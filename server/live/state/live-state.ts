import type { NotificationMessage, Wave } from '@eupnea/contract/live.ts'
import { type Bed, isTheirs, type Place } from '../bed/bed.ts'
import type { BedEffect, BedEvent, Reduced } from '../bed/bed-event.ts'
import { reduceBed } from '../bed/reduce-bed.ts'

/** What the fan-out is notified of. All calls are synchronous and cheap, and must not throw. */
export interface StateListener {
  numbers(bed: Bed): void
  score(bed: Bed): void
  /** sent while the state still has what was known before */
  status(bed: Bed, online: boolean): void
  signal(bed: Bed): void
  notification(bed: Bed, message: NotificationMessage): void
  waveform(bed: Bed, ts: number, wave: Wave): void
  /** another resident lies under it, it is another clinic's, or it is no more (null) */
  moved(deviceId: string, place: Place | null): void
}

/**
 * What is known of every device, in memory. Ingest changes it after each commit, other nodes by what they say; rebuilt
 * from the database at start and whenever something may have been missed.
 */
export class LiveState {
  readonly #byNo = new Map<number, Bed>()
  readonly #noById = new Map<string, number>()
  readonly #noByPrefix = new Map<string, number>()
  readonly #nosByClinic = new Map<string, Set<number>>()
  readonly #listeners: StateListener[] = []
  readonly #settled: () => Promise<void>
  #revision = 0

  /** @param settled resolves when all places that have changed are known here */
  constructor(settled: () => Promise<void> = async () => {}) {
    this.#settled = settled
  }

  /** Resolves when all places that have changed are known here. */
  settled(): Promise<void> {
    return this.#settled()
  }

  listen(listener: StateListener): void {
    this.#listeners.push(listener)
  }

  byNo(no: number): Bed | undefined {
    return this.#byNo.get(no)
  }

  byId(id: string): Bed | undefined {
    const no = this.#noById.get(id)
    return no === undefined ? undefined : this.#byNo.get(no)
  }

  /** @param prefix MQTT topic prefix of an ESPHome node */
  byPrefix(prefix: string): Bed | undefined {
    const no = this.#noByPrefix.get(prefix)
    return no === undefined ? undefined : this.#byNo.get(no)
  }

  *ofClinic(clinicId: string): Iterable<Bed> {
    for (const no of this.#nosByClinic.get(clinicId) ?? []) yield this.#byNo.get(no)!
  }

  all(): Iterable<Bed> {
    return this.#byNo.values()
  }

  /** counts changes: anything changed after a query began is newer than its answer */
  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.#byNo.size
  }

  /** Puts a bed as the database has it in the place of what was known. */
  put(bed: Bed): void {
    const { no } = bed.place
    const before = this.#byNo.get(no)
    if (before) this.#drop(before)
    this.#add(bed)
    if (before && !isSamePlace(before.place, bed.place)) this.#tellMoved(bed.place.id, bed.place)
  }

  remove(no: number): void {
    const bed = this.#byNo.get(no)
    if (!bed) return
    this.#drop(bed)
    this.#tellMoved(bed.place.id, null)
  }

  /** Something has happened to a device that is known here. @returns what follows from it; nothing for one that is not */
  apply(no: number, event: BedEvent): readonly BedEffect[] {
    const bed = this.#byNo.get(no)
    return bed ? this.#follow(bed, reduceBed(bed, event)) : []
  }

  /** What another node has told its dashboards: ours hear it from the same message. */
  mirror(no: number, event: Extract<BedEvent, { event: 'mirrored' | 'scored' | 'online' | 'signalled' }>): void {
    const bed = this.#byNo.get(no)
    if (bed) this.#byNo.set(no, { ...reduceBed(bed, event).bed, revision: ++this.#revision })
  }

  /**
   * What was reduced from a bed before a commit, after it.
   * @param from what it was reduced from
   * @returns false when the bed is somebody else's by now: what was committed has to be read again
   */
  adopt(from: Bed, event: BedEvent, reduced: Reduced): boolean {
    const { no } = from.place
    const now = this.#byNo.get(no)
    if (!now) return true
    if (!isSamePlace(now.place, from.place)) {
      this.#byNo.set(no, { ...now, isBehind: true, revision: ++this.#revision })
      return false
    }
    // Changed meanwhile, by another node's word or by the clock: what was stored holds, what else is known stays.
    const isAsBefore = now === from || now.revision === from.revision
    const result = isAsBefore || now.isBehind ? reduced : reduceBed(now, event)
    // What follows now, but was not stored with it, is asked of the database the next time.
    const isBehind = isAsBefore
      ? reduced.bed.isBehind
      : now.isBehind || result.effects.some(({ effect }) => effect !== 'tell')
    const place = event.event === 'placed' ? result.bed.place : now.place
    this.#follow(now, { ...result, bed: { ...result.bed, place, isBehind } })
    return true
  }

  /** What was stored of these may be unknown here: a commit was cut off before its answer. */
  doubt(nos: Iterable<number>): void {
    for (const no of nos) {
      const bed = this.#byNo.get(no)
      if (bed) this.#byNo.set(no, { ...bed, isBehind: true, revision: ++this.#revision })
    }
  }

  #follow(before: Bed, { bed: after, effects }: Reduced): readonly BedEffect[] {
    const { no } = after.place
    const bed = { ...after, revision: ++this.#revision }
    // Told while what is known is still that of before: numbers that wait go out first.
    for (const effect of effects) if (effect.effect === 'tell' && effect.what === 'status') this.#tell(bed, 'status')
    if (after.place === before.place) this.#byNo.set(no, bed)
    else {
      this.#drop(before)
      this.#add(bed)
    }
    for (const effect of effects) {
      if (effect.effect === 'signal') for (const listener of this.#listeners) listener.signal(bed)
      else if (effect.effect === 'tell' && effect.what !== 'status') this.#tell(bed, effect.what)
    }
    return effects
  }

  #tell(bed: Bed, what: 'numbers' | 'score' | 'status'): void {
    for (const listener of this.#listeners)
      if (what === 'status') listener.status(bed, bed.online)
      else listener[what](bed)
  }

  tellNumbers(deviceId: string): void {
    const bed = this.byId(deviceId)
    if (bed) this.#tell(bed, 'numbers')
  }

  #tellMoved(deviceId: string, place: Place | null): void {
    for (const listener of this.#listeners) listener.moved(deviceId, place)
  }

  #add(bed: Bed): void {
    const { no, id, clinicId, topicPrefix } = bed.place
    this.#byNo.set(no, bed)
    this.#noById.set(id, no)
    if (topicPrefix !== null) this.#noByPrefix.set(topicPrefix, no)
    if (clinicId !== null) this.#nosByClinic.getOrInsertComputed(clinicId, () => new Set()).add(no)
  }

  #drop({ place: { no, id, topicPrefix, clinicId } }: Bed): void {
    this.#byNo.delete(no)
    this.#noById.delete(id)
    // It may be another device's by now.
    if (topicPrefix !== null && this.#noByPrefix.get(topicPrefix) === no) this.#noByPrefix.delete(topicPrefix)
    if (clinicId !== null) this.#nosByClinic.get(clinicId)?.delete(no)
  }

  notify(bed: Bed, message: NotificationMessage): void {
    for (const listener of this.#listeners) listener.notification(bed, message)
  }

  wave({ place: { no } }: Bed, ts: number, wave: Wave): void {
    const bed = this.#byNo.get(no)
    if (bed && isTheirs(bed.place, ts)) for (const listener of this.#listeners) listener.waveform(bed, ts, wave)
  }
}

export const isSamePlace = (one: Place, other: Place): boolean =>
  one.residentId === other.residentId && one.clinicId === other.clinicId
