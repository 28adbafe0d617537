import { type FollowedEstimate, followRate, noTracker } from './follow-rate.ts'

/** The last minute of one device's wave, put together from the pieces it sends. */

/** A piece of wave as a reading carries it. */
interface WavePiece {
  /** time of the last sample, ms since the epoch */
  readonly ts: number
  /** samples a second, 1..100 */
  readonly hz: number
  /** chest displacement in millimetres; not finite where nothing was measured */
  readonly samples: ArrayLike<number>
}

export interface WaveWindow {
  /**
   * Adds a piece; a sample that is there already stays (the first one wins). A piece at quite another rate begins the
   * window anew.
   * @returns false when the piece brought nothing: malformed, empty, a duplicate, or older than the window
   */
  append(piece: WavePiece): boolean
  /** What the newest minute shows, and the minutes before that were asked for make of it (`follow-rate.ts`). */
  estimate(): FollowedEstimate
  /** time of the newest sample, ms since the epoch; null when empty */
  readonly end: number | null
  /** seconds of wave measured within the window */
  readonly seconds: number
}

const windowSeconds = 60
/** Devices' clocks jitter: a piece that begins this near to the end of the last one follows it. */
const jitterSeconds = 0.3
/** Some devices measure their rate for each piece: one nearer than this share is brought to the window's. */
const sameRate = 0.1

export function createWaveWindow(): WaveWindow {
  /** ring of the last minute; `head` is where the next sample goes, NaN where nothing was measured */
  let ring = new Float32Array(0)
  let head = 0
  let hz = 0
  let end: number | null = null
  let tracker = noTracker

  const restart = (rate: number): void => {
    hz = rate
    ring = new Float32Array(Math.round(windowSeconds * rate)).fill(Number.NaN)
    head = 0
    end = null
  }
  const push = (sample: number): void => {
    ring[head] = Number.isFinite(sample) ? sample : Number.NaN
    head = (head + 1) % ring.length
  }
  /** @param back samples before the newest, from 0 */
  const slotOf = (back: number): number => (head - 1 - back + 2 * ring.length) % ring.length
  /** Fills what is still missing before the end. @param back of the piece's last sample; negative when it is newer */
  const fillIn = (samples: ArrayLike<number>, back: number): boolean => {
    let filled = false
    for (let i = samples.length - 1, at = back; i >= 0 && at < ring.length; i--, at++) {
      if (at < 0 || !Number.isNaN(ring[slotOf(at)]!) || !Number.isFinite(samples[i]!)) continue
      ring[slotOf(at)] = samples[i]!
      filled = true
    }
    return filled
  }
  const ordered = (): Float32Array => {
    const all = new Float32Array(ring.length)
    all.set(ring.subarray(head))
    all.set(ring.subarray(0, head), ring.length - head)
    return all
  }

  return {
    append({ ts, hz: rate, samples: sent }) {
      const wellFormed = Number.isFinite(ts) && rate >= 1 && rate <= 100 && sent.length > 0
      if (!wellFormed) return false
      if (hz === 0 || Math.abs(rate - hz) > sameRate * hz) {
        if (end !== null && ts <= end) return false
        restart(rate)
      }
      const samples = stretched(sent, Math.round((sent.length * hz) / rate))
      if (end === null) {
        for (let i = Math.max(0, samples.length - ring.length); i < samples.length; i++) push(samples[i]!)
        end = ts
        return true
      }
      const newer = Math.round(((ts - end) * hz) / 1000)
      const missing = newer - samples.length
      if (newer > 0 && Math.abs(missing) <= Math.min(jitterSeconds * hz, samples.length / 2)) {
        // Following piece: its samples are placed by their number; the clock corrects when it has run away.
        for (let i = Math.max(0, samples.length - ring.length); i < samples.length; i++) push(samples[i]!)
        end += (samples.length * 1000) / hz
        return true
      }
      if (newer <= 0) return fillIn(samples, -newer)
      if (newer >= ring.length) restart(hz)
      else for (let i = 0; i < missing; i++) push(Number.NaN)
      for (let i = Math.max(0, samples.length - Math.min(newer, ring.length)); i < samples.length; i++)
        push(samples[i]!)
      end = ts
      fillIn(samples, 0)
      return true
    },
    estimate() {
      if (end === null) return { rr: null, quality: 0, stoppedFor: null, isMoving: false }
      const next = followRate(tracker, { end, hz, samples: ordered() })
      tracker = next.tracker
      return next.estimate
    },
    get end() {
      return end
    },
    get seconds() {
      return hz === 0 ? 0 : ring.reduce((count, sample) => count + (Number.isNaN(sample) ? 0 : 1), 0) / hz
    },
  }
}

/** As many samples over the same time: each is the nearest of those that were measured. */
function stretched(samples: ArrayLike<number>, length: number): ArrayLike<number> {
  if (length === samples.length) return samples
  return Float32Array.from({ length }, (_, i) => samples[Math.floor(((i + 0.5) * samples.length) / length)]!)
}
