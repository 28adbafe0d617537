import { emptyLastMinute, type LastMinute, type NotificationMessage, type Wave } from '@eupnea/contract/live.ts'
import { type EpisodeState, episodeMinutes } from '@eupnea/contract/rules/episode.ts'
import { type MinuteSums, minuteMs } from '@eupnea/contract/rules/minute.ts'
import type { RScore } from '@eupnea/contract/rules/r-score.ts'
import { type DeviceSlot, lastMinuteOf, laterMinute, type Place, scoreAt } from './device-slot.ts'

/** What the fan-out is notified of. All calls are synchronous and cheap, and must not throw. */
export interface StateListener {
  numbers(slot: DeviceSlot): void
  score(slot: DeviceSlot): void
  /** called while the slot still has its previous values */
  status(slot: DeviceSlot, online: boolean): void
  notification(slot: DeviceSlot, message: NotificationMessage): void
  waveform(slot: DeviceSlot, ts: number, wave: Wave): void
  /** the device has another resident or clinic, or was removed (null) */
  moved(deviceId: string, place: Place | null): void
}

/** What a committed batch changed for one device. */
export interface CommittedDevice {
  readonly slot: DeviceSlot
  /** minutes changed by the batch, oldest first: an array of stored readings can span more than the ring */
  readonly fresh: readonly MinuteSums[]
  /** the ring after the batch */
  readonly minutes: readonly MinuteSums[]
  readonly episode: EpisodeState
  /** newest reading of the batch; the live state keeps the newest overall */
  readonly ts: number
  readonly rr: number | null
  readonly dist: number | null
}

/**
 * Newest values of every device, in memory. Updated by ingest after each commit and by messages from other nodes;
 * rebuilt from the database at start and whenever something may have been missed.
 */
export class LiveState {
  readonly #byNo = new Map<number, DeviceSlot>()
  readonly #byId = new Map<string, DeviceSlot>()
  readonly #byPrefix = new Map<string, DeviceSlot>()
  readonly #byClinic = new Map<string, Set<DeviceSlot>>()
  readonly #listeners: StateListener[] = []
  #revision = 0
  /** called when a commit was made for a place that the device has left */
  onMissed: (deviceId: string) => void = () => {}
  /** called when a device delivers minutes older than the ten newest */
  onLate: (slot: DeviceSlot) => void = () => {}
  /** resolves when all changed places are known here */
  settled: () => Promise<void> = async () => {}
  /** called when a device's stored minutes call for another episode than the current one */
  onUnjudged: (slot: DeviceSlot) => Promise<void> = async () => {}

  listen(listener: StateListener): void {
    this.#listeners.push(listener)
  }

  byNo(no: number): DeviceSlot | undefined {
    return this.#byNo.get(no)
  }

  byId(id: string): DeviceSlot | undefined {
    return this.#byId.get(id)
  }

  /** @param prefix MQTT topic prefix of an ESPHome node */
  byPrefix(prefix: string): DeviceSlot | undefined {
    return this.#byPrefix.get(prefix)
  }

  ofClinic(clinicId: string): Iterable<DeviceSlot> {
    return this.#byClinic.get(clinicId) ?? []
  }

  all(): Iterable<DeviceSlot> {
    return this.#byNo.values()
  }

  /** counts changes: anything changed after a query began is newer than its answer */
  get revision(): number {
    return this.#revision
  }

  get size(): number {
    return this.#byNo.size
  }

  /** Replaces a slot with the one loaded from the database. */
  put(slot: DeviceSlot): void {
    const before = this.#byNo.get(slot.place.no)
    if (before) this.#drop(before)
    this.#add(slot)
    if (before && !isSamePlace(before.place, slot.place)) this.#tellMoved(slot.place.id, slot.place)
  }

  /** Moves a slot to another place and keeps its values. */
  move(slot: DeviceSlot, place: Place): void {
    const before = slot.place
    this.#drop(slot)
    slot.place = place
    this.#add(slot)
    if (!isSamePlace(before, place)) this.#tellMoved(place.id, place)
  }

  remove(no: number): void {
    const slot = this.#byNo.get(no)
    if (!slot) return
    this.#drop(slot)
    this.#tellMoved(slot.place.id, null)
  }

  tellNumbers(deviceId: string): void {
    const slot = this.#byId.get(deviceId)
    if (slot) for (const listener of this.#listeners) listener.numbers(slot)
  }

  #tellMoved(deviceId: string, place: Place | null): void {
    for (const listener of this.#listeners) listener.moved(deviceId, place)
  }

  #add(slot: DeviceSlot): void {
    this.#byNo.set(slot.place.no, slot)
    this.#byId.set(slot.place.id, slot)
    const { clinicId, topicPrefix } = slot.place
    if (topicPrefix !== null) this.#byPrefix.set(topicPrefix, slot)
    if (clinicId === null) return
    const clinic = this.#byClinic.get(clinicId) ?? new Set()
    this.#byClinic.set(clinicId, clinic.add(slot))
  }

  #drop(slot: DeviceSlot): void {
    const { no, id, topicPrefix, clinicId } = slot.place
    this.#byNo.delete(no)
    this.#byId.delete(id)
    // The prefix may belong to another device by now.
    if (topicPrefix !== null && this.#byPrefix.get(topicPrefix) === slot) this.#byPrefix.delete(topicPrefix)
    if (clinicId !== null) this.#byClinic.get(clinicId)?.delete(slot)
  }

  /** Call after a commit of this node. Late readings don't change newer live values (LI-2). */
  commit({ slot: seen, fresh, minutes, episode, ts, rr, dist }: CommittedDevice, now: number): void {
    // The slot may have been reloaded during the commit; update the current one.
    const slot = this.#byNo.get(seen.place.no)
    if (!slot) return
    slot.revision = ++this.#revision
    slot.seenAt = now
    slot.isBehind = !isSamePlace(slot.place, seen.place)
    if (slot.isBehind) {
      this.onMissed(slot.place.id)
      return
    }
    slot.minutes = minutes
    slot.episode = episode
    slot.lastMinute = laterMinute(slot.lastMinute, lastMinuteOf(minutes) ?? lastMinuteOf(fresh))
    if (isTheirs(slot.place, ts) && (slot.ts === null || ts > slot.ts)) {
      slot.ts = ts
      slot.rr = rr
      slot.dist = dist
    }
    this.setOnline(slot, true)
    for (const listener of this.#listeners) listener.numbers(slot)
    const [first] = fresh
    if (first && first.minute < now - episodeMinutes * minuteMs) this.onLate(slot)
    this.refreshScore(slot, now)
  }

  /**
   * Takes over what another node has committed and sent to its dashboards.
   * @returns false when it belongs to an earlier resident
   */
  mirror(
    seen: { device_id: string; rr: number | null; dist_rr: number | null; rr_last_mint: LastMinute; ts: number },
    episode: EpisodeState,
  ): boolean {
    const slot = this.#byId.get(seen.device_id)
    if (!slot) return true
    slot.revision = ++this.#revision
    slot.isBehind = true
    if (!isTheirs(slot.place, seen.ts)) return false
    if (slot.ts !== null && seen.ts < slot.ts) return true
    slot.seenAt = Date.now()
    slot.online = true
    slot.ts = seen.ts
    slot.rr = seen.rr
    slot.dist = seen.dist_rr
    slot.lastMinute = seen.rr_last_mint
    slot.episode = episode
    return true
  }

  /** On disconnect, clears the distribution value and the last minute (LI-7). */
  setOnline({ place }: DeviceSlot, online: boolean): void {
    // The current slot: it may have been reloaded meanwhile.
    const slot = this.#byNo.get(place.no)
    if (!slot || slot.online === online) return
    for (const listener of this.#listeners) listener.status(slot, online)
    this.mirrorStatus(slot, online)
  }

  /** Takes over what another node has sent to its dashboards; ours receive the same message. */
  mirrorStatus(slot: DeviceSlot, online: boolean): void {
    slot.revision = ++this.#revision
    slot.online = online
    if (online) return
    slot.dist = null
    slot.lastMinute = emptyLastMinute
  }

  /**
   * Recomputes the r-score and announces it only if it changed. The node that takes a device's readings announces its
   * score.
   */
  refreshScore(slot: DeviceSlot, now: number): void {
    if (slot.place.residentId === null) return
    if (slot.isBehind && now - (slot.ts ?? 0) < (episodeMinutes + 1) * minuteMs) return
    this.setScore(slot, scoreAt(slot, now))
  }

  setScore(slot: DeviceSlot, score: RScore): void {
    if (score.upper_score === slot.score.upper_score && score.lower_score === slot.score.lower_score) return
    slot.score = score
    for (const listener of this.#listeners) listener.score(slot)
  }

  notify(slot: DeviceSlot, message: NotificationMessage): void {
    for (const listener of this.#listeners) listener.notification(slot, message)
  }

  wave(slot: DeviceSlot, ts: number, wave: Wave): void {
    if (!isTheirs(slot.place, ts)) return
    for (const listener of this.#listeners) listener.waveform(slot, ts, wave)
  }
}

const isSamePlace = (one: Place, other: Place): boolean =>
  one.residentId === other.residentId && one.clinicId === other.clinicId

/** Whether `ts` is not from before the present resident came. */
const isTheirs = ({ residentSince }: Place, ts: number): boolean => residentSince === null || ts >= residentSince
