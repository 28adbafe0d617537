import type { LastRr } from '@eupnea/contract/last-rr.ts'
import type { ChangedMessage, LiveMessage, NotificationMessage } from '@eupnea/contract/live.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { signalViewOf } from '../signal-view.ts'
import { now } from '../time.ts'
import {
  applyLastRr,
  applyLimits,
  applyRange,
  applyRr,
  applyScore,
  applySignal,
  applyState,
  applyStatus,
  type DeviceSlice,
  emptySlice,
} from './device-slice.ts'

type WaveformMessage = Extract<LiveMessage, { action: 'waveform' }>

/** Messages passed on rather than stored. */
export interface LiveEvents {
  rr_notification: NotificationMessage
  changed: ChangedMessage
  waveform: WaveformMessage
  /** a bed that something was wrong with: what it was notified of may have ended */
  recovered: { readonly device_id: string }
  /** a device has connected or disconnected, by whatever message */
  connection: { readonly device_id: string; readonly status: 0 | 1 }
}

type Handlers = { [E in keyof LiveEvents]: Set<(message: LiveEvents[E]) => void> }

/** Runs `work` soon; requests in between share that run. */
export type Schedule = (work: () => void) => void

/**
 * Newest values of every device on screen, outside React. Messages change slices immediately and cheaply; subscribers
 * are notified at most once a frame, with the devices that changed.
 */
export function createLiveStore(schedule: Schedule) {
  const devices = new Map<string, DeviceSlice>()
  const dirty = new Set<string>()
  const deviceListeners = new Map<string, Set<() => void>>()
  const flushListeners = new Set<(changed: ReadonlySet<string>) => void>()
  const handlers: Handlers = {
    rr_notification: new Set(),
    changed: new Set(),
    waveform: new Set(),
    recovered: new Set(),
    connection: new Set(),
  }
  let range: number | null = null
  /** of residents, by their ids */
  const limits = new Map<string, RateLimits>()
  let scheduled = false

  /** @param given judged by the limits of whoever has the device */
  function put(given: DeviceSlice, at: number = now()) {
    const slice = applyLimits(given, limits.get(given.patient_id ?? '') ?? null, at)
    const before = devices.get(slice.device_id)
    if (before === slice) return
    devices.set(slice.device_id, slice)
    mark(slice.device_id)
    const { device_id, status } = slice
    if (signalViewOf(before?.signal) && before?.signal?.state !== slice.signal?.state)
      for (const handler of handlers.recovered) handler({ device_id })
    if (before && before.status !== status) for (const handler of handlers.connection) handler({ device_id, status })
  }

  function mark(device_id: string) {
    dirty.add(device_id)
    if (scheduled) return
    scheduled = true
    schedule(flush)
  }

  function flush() {
    scheduled = false
    const changed = new Set(dirty)
    dirty.clear()
    for (const listener of flushListeners) listener(changed)
    if (deviceListeners.size === 0) return
    for (const device_id of changed) for (const listener of deviceListeners.get(device_id) ?? []) listener()
  }

  const sliceOf = (device_id: string) => devices.get(device_id) ?? emptySlice(device_id)

  /** @param scope devices reported by the same connection so far; a snapshot drops those it no longer names */
  function receive(message: LiveMessage, scope: Set<string>, receivedAt: number = now()) {
    switch (message.action) {
      case 'rr':
        scope.add(message.device_id)
        return put(applyRr(sliceOf(message.device_id), message, receivedAt, range), receivedAt)
      case 'r_score':
        return put(applyScore(sliceOf(message.device_id), message.r_score))
      case 'status':
        scope.add(message.device_id)
        return put(applyStatus(sliceOf(message.device_id), message.status))
      case 'signal':
        scope.add(message.device_id)
        return put(applySignal(sliceOf(message.device_id), message))
      case 'snapshot': {
        const gone = new Set(scope)
        scope.clear()
        for (const state of message.devices) {
          gone.delete(state.device_id)
          scope.add(state.device_id)
          put(applyState(sliceOf(state.device_id), state, receivedAt, range), receivedAt)
        }
        for (const device_id of gone) if (devices.delete(device_id)) mark(device_id)
        return
      }
      case 'rr_notification':
      case 'changed':
      case 'waveform':
        for (const handler of handlers[message.action] as Set<(message: LiveMessage) => void>) handler(message)
    }
  }

  return {
    device: (device_id: string): DeviceSlice | undefined => devices.get(device_id),
    devices: (): IterableIterator<DeviceSlice> => devices.values(),
    receive,

    /** Takes in fetched values (listLastRr). */
    fill(items: readonly LastRr[], receivedAt: number = now()) {
      for (const item of items) put(applyLastRr(sliceOf(item.device_id), item, receivedAt, range), receivedAt)
    },

    /** Judges by these residents' plans from now on. */
    setLimits(residents: readonly { readonly patient_id: string; readonly plan: RateLimits }[]) {
      for (const { patient_id, plan } of residents) limits.set(patient_id, plan)
      for (const slice of devices.values()) put(slice)
    },

    /** @param metres the person's presence range (SH-18); null: each sensor's own */
    setPresenceRange(metres: number | null) {
      if (metres === range) return
      range = metres
      for (const slice of devices.values()) put(applyRange(slice, range))
    },

    /** Forgets everything, because another person signs in. */
    clear() {
      for (const device_id of devices.keys()) mark(device_id)
      devices.clear()
      limits.clear()
    },

    /** Notifies of changes to one device, at most once a frame. @returns a function that unsubscribes */
    subscribe(device_id: string, listener: () => void): () => void {
      const listeners = deviceListeners.get(device_id) ?? new Set()
      deviceListeners.set(device_id, listeners.add(listener))
      return () => {
        listeners.delete(listener)
        if (listeners.size === 0 && deviceListeners.get(device_id) === listeners) deviceListeners.delete(device_id)
      }
    },

    /** Notifies once a frame which devices changed. @returns a function that unsubscribes */
    onFlush(listener: (changed: ReadonlySet<string>) => void): () => void {
      flushListeners.add(listener)
      return () => flushListeners.delete(listener)
    },

    /** Passed on immediately, without React state. @returns a function that unsubscribes */
    on<E extends keyof LiveEvents>(event: E, handler: (message: LiveEvents[E]) => void): () => void {
      handlers[event].add(handler)
      return () => handlers[event].delete(handler)
    },
  }
}

/** Once a frame; by timer while the tab is hidden and has no frames. */
export function scheduleFrames(): Schedule {
  let waiting: (() => void) | null = null
  const run = () => {
    const work = waiting
    waiting = null
    work?.()
  }
  const arrange = () => {
    if (document.hidden) setTimeout(run, 500)
    else requestAnimationFrame(run)
  }
  // A frame requested before the tab was hidden never comes.
  document.addEventListener('visibilitychange', () => waiting && arrange())
  return (work) => {
    waiting = work
    arrange()
  }
}
