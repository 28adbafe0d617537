import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { localTime } from './local-time.ts'
import { newWatch, type Watch, type WatchEffect, type WatchReading, type WatchTerms } from './watch.ts'
import { watchReadings } from './watch-readings.ts'

/** A bed's watch by readings a second apart. */

export const start = Date.UTC(2026, 4, 1, 20)
export const second = 1_000
export const minute = 60_000
export const terms: WatchTerms = {
  plan: defaultPlan,
  earlierPlans: [],
  presenceRange: 1.5,
  leave: null,
  isChangeOnly: false,
  local: (ms) => localTime(ms, 'UTC'),
}

/** Plays one reading a second. @returns where each thing happened, in seconds from the beginning */
export function play(given: Partial<WatchTerms> = {}, from: Watch = newWatch) {
  let watch = from
  let ms = start
  const effects: WatchEffect[] = []
  const feed = (seconds: number, reading: (nth: number) => Omit<WatchReading, 'ms'>) => {
    for (let nth = 0; nth < seconds; nth++, ms += second) {
      const after = watchReadings(watch, [{ ms, ...reading(nth) }], { ...terms, ...given })
      watch = after.watch
      effects.push(...after.effects)
    }
  }
  const told = () =>
    effects.flatMap((effect) => {
      if (effect.effect === 'flag') return []
      const at = ((effect.effect === 'state' ? effect.since : effect.at) - start) / second
      if (effect.effect === 'state') return [`${at} ${effect.state}${effect.note ? ` (${effect.note})` : ''}`]
      const what =
        effect.effect === 'raise' ? `raise ${effect.kind} ${effect.severity}` : `end ${effect.kind} ${effect.reason}`
      return [`${at} ${what}`]
    })
  return {
    feed,
    told,
    effects,
    get watch() {
      return watch
    },
    skip(time: number) {
      ms += time
    },
  }
}

/** Somebody breathes: no two readings alike. */
export const breathes = (nth: number) => ({ rr: 16 + (nth % 7) / 10, dist: 0.9 + (nth % 5) / 1_000 })
export const still = () => ({ rr: null, dist: 0.9 })
export const turnsOver = () => ({ rr: null, dist: 0.9, isMoving: true as const })
export const empty = () => ({ rr: null, dist: null })
