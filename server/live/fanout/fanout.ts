import { closeCodes, type LiveMessage, type NotificationMessage, ticks, type Wave } from '@eupnea/contract/live.ts'
import { noEpisode } from '@eupnea/contract/rules/episode.ts'
import { m } from '@eupnea/texts'
import type { Bus } from '../../platform/bus.ts'
import { seesAll } from '../../platform/context.ts'
import { counter } from '../../platform/metrics.ts'
import { type Bed, deviceStateOf, isTheirs, type Place, signalAnswer } from '../bed/bed.ts'
import type { LiveState, StateListener } from '../state/live-state.ts'
import type { Channels } from './channels.ts'
import type { LiveConnection } from './connection.ts'
import { Frame } from './frame.ts'
import { bareChangeFrame, type Change, changeFrame, RecentChanges } from './recent-changes.ts'
import { type Text, textsOf } from './texts-of.ts'

const framesSent = counter('live_frames_total', 'Frames built for live connections')

/** Subject on which nodes exchange a clinic's frames, as dashboards receive them. `-` is for devices in stock. */
const subjectOf = (clinicId: string | null) => `live.${clinicId ?? '-'}`
const waveSubject = (deviceId: string) => `wave.${deviceId}`

/**
 * Turns changes of the live state into frames: numbers once per clinic and tick, serialised once for all viewers;
 * notifications and states immediately (LI-4).
 */
export class Fanout implements StateListener {
  readonly #state: LiveState
  readonly #channels: Channels
  readonly #bus: Bus
  /** devices whose numbers, and whose scores, go out with the next tick, by clinic */
  readonly #dirty = new Map<string | null, Set<string>>()
  readonly #dirtyScores = new Map<string | null, Set<string>>()
  readonly #snapshots = new Map<string, Frame>()
  readonly #owing = new Set<LiveConnection>()
  readonly #changes = new RecentChanges()
  readonly #timer: NodeJS.Timeout

  constructor(state: LiveState, channels: Channels, bus: Bus, events: { readonly isDeaf: boolean }) {
    this.#state = state
    this.#channels = channels
    this.#bus = bus
    state.listen(this)
    bus.subscribe('live.*', (payload, subject) =>
      events.isDeaf ? channels.close(1013, m.live_try_later()) : this.#hear(subject.slice('live.'.length), payload),
    )
    this.#timer = setInterval(() => this.tick(), ticks.numbers)
  }

  close(): void {
    clearInterval(this.#timer)
    this.tick()
  }

  numbers(bed: Bed): void {
    this.#mark(this.#dirty, bed)
  }

  score(bed: Bed): void {
    this.#mark(this.#dirtyScores, bed)
  }

  status(bed: Bed, online: boolean): void {
    // A number that came after it would say that the device is there (LI-5).
    if (!online) this.#flush(bed.place.clinicId)
    this.#now(bed, { action: 'status', device_id: bed.place.id, status: online ? 1 : 0 })
  }

  signal(bed: Bed): void {
    this.#flush(bed.place.clinicId)
    const signal = signalAnswer(bed)
    if (signal) this.#now(bed, { action: 'signal', device_id: bed.place.id, ...signal })
  }

  notification(bed: Bed, message: NotificationMessage): void {
    // The numbers that caused it must not come after it.
    this.#flush(bed.place.clinicId)
    this.#now(bed, message)
  }

  waveform(bed: Bed, ts: number, { hz, samples }: Wave): void {
    const deviceId = bed.place.id
    const watched = this.#channels.hasDevice(deviceId)
    if (!watched && !this.#bus.shared) return
    const start = ts - ((samples.length - 1) / hz) * 1_000
    const text = JSON.stringify({ action: 'waveform', device_id: deviceId, start, hz, samples } satisfies LiveMessage)
    this.#bus.publish(waveSubject(deviceId), text)
    if (watched) this.#sendWave(deviceId, text)
  }

  /** Subscribes to waveforms from other nodes only while someone here watches. @returns a function that stops */
  watchWave(deviceId: string): () => void {
    return this.#bus.subscribe(waveSubject(deviceId), (text) => this.#sendWave(deviceId, text))
  }

  /**
   * Announces a change in what lists show. Every node hears of it from the database, so this reaches only our
   * connections.
   */
  changed(event: Change): void {
    this.#snapshots.delete(event.clinic_id)
    const [frame, bareFrame] = [changeFrame(event), bareChangeFrame(event)]
    this.#changes.add(event)
    for (const connection of this.#channels.ofClinic(event.clinic_id))
      connection.send(connection.actor.type === 'display' ? bareFrame : frame)
    for (const connection of this.#channels.admins) if (seesClinic(connection, event.clinic_id)) connection.send(frame)
  }

  /**
   * Repeats the changes of the last `ms`, at most two minutes, that a page may have missed between its first answers and
   * its connection (LI-6).
   * @param clinicId null: of every clinic that its actor may see
   */
  repeatChanges(connection: LiveConnection, clinicId: string | null, ms: number): void {
    for (const event of this.#changes.ofLast(ms)) {
      const isTheirs = clinicId === null ? seesClinic(connection, event.clinic_id) : event.clinic_id === clinicId
      if (isTheirs) connection.send(connection.actor.type === 'display' ? bareChangeFrame(event) : changeFrame(event))
    }
  }

  /** The state of every device of a clinic, built once per tick no matter how many connect. */
  clinicSnapshot(clinicId: string): Frame {
    return this.#snapshots.getOrInsertComputed(clinicId, () => this.snapshot(this.#state.ofClinic(clinicId)))
  }

  /** The devices of a clinic that `connection` may see; nothing while that isn't known. */
  snapshotFor(connection: LiveConnection, clinicId: string): Frame {
    const { devices } = connection
    if (devices === undefined) return this.clinicSnapshot(clinicId)
    return devices
      ? this.snapshot([...this.#state.ofClinic(clinicId)].filter(({ place }) => devices.has(place.id)))
      : emptyFrame
  }

  snapshot(beds: Iterable<Bed>): Frame {
    const devices = [...beds].map(deviceStateOf)
    return new Frame([{ deviceId: '', text: JSON.stringify({ action: 'snapshot', devices } satisfies LiveMessage) }])
  }

  /** The devices that `connection` may see. */
  adminSnapshot(connection: LiveConnection): Frame {
    return this.snapshot([...this.#state.all()].filter(({ place }) => seesClinic(connection, place.clinicId)))
  }

  /** Sends every connection a new snapshot, after messages from other nodes were missed and the state was reloaded. */
  resend(): void {
    this.#snapshots.clear()
    const clinics = new Set<string>()
    for (const bed of this.#state.all()) {
      if (bed.place.clinicId !== null) clinics.add(bed.place.clinicId)
      for (const connection of this.#channels.ofDevice(bed.place.id)) connection.send(this.snapshot([bed]))
    }
    for (const clinicId of clinics)
      for (const connection of this.#channels.ofClinic(clinicId))
        connection.send(this.snapshotFor(connection, clinicId))
    for (const connection of this.#channels.admins) connection.send(this.adminSnapshot(connection))
  }

  /**
   * Closes connections that would otherwise show the next resident under the previous one's name, or another clinic's
   * device.
   */
  moved(deviceId: string, place: Place | null): void {
    this.#snapshots.clear()
    for (const connection of [...this.#channels.ofDevice(deviceId)]) {
      const { patientId } = connection
      if (place === null || (patientId !== null && patientId !== place.residentId))
        connection.close(closeCodes.notFound, m.live_no_longer_theirs())
      else if (!seesClinic(connection, place.clinicId)) connection.close(closeCodes.forbidden, m.live_foreign_clinic())
    }
  }

  #mark(dirty: Map<string | null, Set<string>>, { place: { clinicId, id } }: Bed): void {
    dirty.getOrInsertComputed(clinicId, () => new Set()).add(id)
  }

  /** Sends the collected numbers. Runs every 250 ms. */
  tick(): void {
    this.#snapshots.clear()
    for (const clinicId of new Set([...this.#dirty.keys(), ...this.#dirtyScores.keys()])) this.#flush(clinicId)
    // Copied first, because a connection that is still behind is added again and would be visited forever.
    const owing = [...this.#owing]
    this.#owing.clear()
    for (const connection of owing) this.#sendNumbers(connection, emptyFrame)
  }

  #flush(clinicId: string | null): void {
    const numbers = this.#bedsOf(this.#dirty.get(clinicId), clinicId)
    const scores = this.#bedsOf(this.#dirtyScores.get(clinicId), clinicId)
    this.#dirty.delete(clinicId)
    this.#dirtyScores.delete(clinicId)
    if (!this.#isHeard(clinicId)) return
    const texts = textsOf(numbers, scores)
    if (texts.length === 0) return
    const frame = new Frame(texts)
    framesSent.inc()
    if (this.#bus.shared) this.#tellNodes(clinicId, frame, numbers)
    this.#channels.deliver(clinicId, frame, (connection, part) => this.#sendNumbers(connection, part))
  }

  #isHeard(clinicId: string | null): boolean {
    return this.#bus.shared || this.#channels.hasDevices || (clinicId !== null && this.#channels.hasClinic(clinicId))
  }

  #sendNumbers(connection: LiveConnection, frame: Frame): void {
    connection.sendNumbers(frame, (deviceIds) => this.#newest(deviceIds))
    if (connection.owes) this.#owing.add(connection)
  }

  #newest(deviceIds: Iterable<string>): Frame {
    const beds = [...deviceIds].map((id) => this.#state.byId(id)).filter((bed) => bed !== undefined)
    return new Frame(textsOf(beds, beds))
  }

  /** As they are now: since they were marked they may have been read again, or be another clinic's. */
  #bedsOf(deviceIds: Iterable<string> = [], clinicId: string | null): Bed[] {
    const beds: Bed[] = []
    for (const id of deviceIds) {
      const bed = this.#state.byId(id)
      if (bed && bed.place.clinicId === clinicId) beds.push(bed)
    }
    return beds
  }

  #now(bed: Bed, message: LiveMessage): void {
    const { clinicId, id } = bed.place
    if (clinicId !== null) this.#snapshots.delete(clinicId)
    const frame = new Frame([{ deviceId: id, text: JSON.stringify(message) }])
    if (this.#bus.shared) this.#tellNodes(clinicId, frame, [bed])
    this.#sendNow(clinicId, frame, message)
  }

  #sendNow(clinicId: string | null, frame: Frame, message: LiveMessage): void {
    this.#channels.deliver(clinicId, frame, (connection, part) => connection.send(part))
    if (message.action !== 'status') return
    for (const connection of this.#channels.admins) if (seesClinic(connection, clinicId)) connection.send(frame)
  }

  #tellNodes(clinicId: string | null, frame: Frame, beds: Iterable<Bed>): void {
    const episodes: Record<string, Bed['episode']> = {}
    for (const bed of beds) if (bed.episode.low || bed.episode.high) episodes[bed.place.id] = bed.episode
    const head = `"said":${Date.now()},"episodes":${JSON.stringify(episodes)}`
    this.#bus.publish(subjectOf(clinicId), `{${head},"messages":${frame.array}}`)
  }

  /** Handles a frame from another node: updates the state and passes the frame on unchanged. */
  #hear(clinic: string, payload: string): void {
    const clinicId = clinic === '-' ? null : clinic
    const { said, episodes, messages } = JSON.parse(payload) as {
      said: number
      episodes: Record<string, Bed['episode']>
      messages: Exclude<LiveMessage, { action: 'snapshot' | 'changed' | 'beat' }>[]
    }
    if (clinicId !== null) this.#snapshots.delete(clinicId)
    const numbers: Text[] = []
    for (const message of messages) {
      const text = JSON.stringify(message)
      const deviceId = message.device_id
      const bed = this.#state.byId(deviceId)
      // The node that sends may not know yet that the device has moved on.
      if (bed && bed.place.clinicId !== clinicId) continue
      if (bed && !this.#mirror(bed, message, episodes[deviceId] ?? noEpisode, said)) continue
      if (message.action === 'rr' || message.action === 'r_score') numbers.push({ deviceId, text })
      else this.#sendNow(clinicId, new Frame([{ deviceId, text }]), message)
    }
    if (numbers.length > 0)
      this.#channels.deliver(clinicId, new Frame(numbers), (connection, part) => this.#sendNumbers(connection, part))
  }

  /** @returns false when it is of somebody who lay there before */
  #mirror({ place }: Bed, message: LiveMessage, episode: Bed['episode'], said: number): boolean {
    const now = Date.now()
    if (message.action === 'rr') {
      if (!isTheirs(place, message.ts)) return false
      this.#state.mirror(place.no, { event: 'mirrored', seen: message, episode, said, now })
    } else if (message.action === 'r_score') this.#state.mirror(place.no, { event: 'scored', score: message.r_score })
    else if (message.action === 'status')
      this.#state.mirror(place.no, { event: 'online', online: message.status === 1, by: 'silence', now })
    else if (message.action === 'signal') {
      const { state, since, note = null } = message
      this.#state.mirror(place.no, { event: 'signalled', signal: { state, since, note } })
    } else if (message.action === 'rr_notification') this.#state.doubt([place.no])
    return true
  }

  #sendWave(deviceId: string, text: string): void {
    const frame = new Frame([{ deviceId, text }])
    for (const connection of this.#channels.ofDevice(deviceId)) connection.sendWave(frame)
  }
}

const emptyFrame: Frame = new Frame([])

const seesClinic = ({ actor }: LiveConnection, clinicId: string | null): boolean =>
  seesAll(actor) || (clinicId !== null && actor.clinicIds.includes(clinicId))
