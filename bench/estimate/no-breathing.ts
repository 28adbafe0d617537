import { type FollowedEstimate, followRate, noTracker } from '@eupnea/contract/rules/follow-rate.ts'
import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { defaultPresenceRange } from '@eupnea/contract/rules/presence.ts'
import { newWatch, type WatchReading } from '../../server/live/bed/watch.ts'
import { watchReadings } from '../../server/live/bed/watch-readings.ts'

/** A wave played second by second, and what the portal notifies of it. */

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

/** As the portal stores what it finds in a wave of somebody 0.9 m away. */
const readingOf = ({ at, rr, isMoving }: Second, seesMovement: boolean): WatchReading => ({
  ms: at * 1_000,
  rr: rr === null ? null : Math.round(rr * 10) / 10,
  dist: 0.9,
  isMoving: (seesMovement && rr === null && isMoving) || undefined,
})

export interface Raised {
  /** seconds: beginning of the lost signal, and the notification */
  readonly since: number
  readonly at: number
}

/**
 * `no_breathing` as the portal's own watch notifies of it, after `seconds`.
 * @param seesMovement false: as if a wave that moves were one that shows nothing
 */
export function notifiedOf(played: Iterable<Second>, seconds: number, seesMovement = true): Raised[] {
  const raised: Raised[] = []
  const terms = {
    plan: { ...defaultPlan, no_breathing_seconds: seconds },
    earlierPlans: [],
    presenceRange: defaultPresenceRange,
    leave: null,
    isChangeOnly: false,
    local: () => ({ day: '2026-05-01', time: '02:00' }),
  }
  let watch = newWatch
  for (const second of played) {
    const after = watchReadings(watch, [readingOf(second, seesMovement)], terms)
    watch = after.watch
    for (const effect of after.effects)
      if (effect.effect === 'raise' && effect.kind === 'no_breathing')
        raised.push({ since: watch.lostSince! / 1_000, at: second.at })
  }
  return raised
}
