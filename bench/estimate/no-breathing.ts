import { type FollowedEstimate, followRate, noTracker } from '@eupnea/contract/rules/follow-rate.ts'

/** A wave played second by second, and the plainest reading of WA-2 over what comes out: a reference, not the portal's. */

export interface Second extends FollowedEstimate {
  /** seconds since the beginning of the wave */
  readonly at: number
}

/** @param every seconds between two pieces of the wave */
export function* follow(samples: Float32Array, hz: number, every = 1): Generator<Second> {
  let tracker = noTracker
  for (let at = every; at <= samples.length / hz; at += every) {
    const to = Math.round(at * hz)
    const window = { end: at * 1_000, hz, samples: samples.subarray(Math.max(0, to - Math.round(60 * hz)), to) }
    const next = followRate(tracker, window)
    tracker = next.tracker
    yield { at, ...next.estimate }
  }
}

const armedBy = 60
const endedBy = 30
const leastSeconds = 20
const leastRate = 3

export interface Raised {
  /** seconds: beginning of the condition, and the notification */
  readonly since: number
  readonly at: number
}

/**
 * `no_breathing` of a bed with somebody in it: rr null or below 3, or a stop, for the greater of 20 s and two of the
 * last breaths; armed by 60 s of valid rate, notified `seconds` after its beginning, ended by 30 s of valid rate.
 * @param movementCounts the condition begins anew when movement ends, because who moves is alive
 */
export function notifiedOf(played: Iterable<Second>, seconds: number, movementCounts = false): Raised[] {
  const raised: Raised[] = []
  let valid = 0
  let run = 0
  let rate = 0
  let before = 0
  let since: number | null = null
  let isState = false
  let isNotified = false
  for (const { at, rr, stoppedFor, isMoving } of played) {
    const elapsed = at - before
    before = at
    if (rr !== null && rr >= leastRate && stoppedFor === null) {
      valid += elapsed
      run += elapsed
      rate = rr
      if (!isState || run >= endedBy) {
        since = null
        isState = false
        isNotified = false
      }
      continue
    }
    run = 0
    if (valid < armedBy) continue
    if (movementCounts && isMoving) {
      since = null
      isState = false
      continue
    }
    since = Math.min(since ?? at, stoppedFor === null ? at : at - stoppedFor)
    isState ||= at - since >= Math.max(leastSeconds, 120 / rate)
    if (isState && !isNotified && at - since >= seconds) {
      isNotified = true
      raised.push({ since, at })
    }
  }
  return raised
}
