import { bandOf } from './breathing-band.ts'
import { type Belief, chooseRate } from './choose-rate.ts'
import { conditionWave } from './condition-wave.ts'
import { reduceWave, type Stretch } from './reduce-wave.ts'

/** Respiration rate from a stretch of wave: null rather than a guess (WA-14). */

export interface Estimate {
  /** breaths per minute, 3..80; null when the wave does not show one */
  readonly rr: number | null
  /** estimated probability that the rate is right within one breath a minute, 0..1; 0 where nothing could be judged */
  readonly quality: number
}

export const shortestSeconds = 15
/** Below it a fast breath could not be told from a slow one (sampling theorem, with a margin). */
const leastHz = 2.5
/** What is asked of a rate seen in many breaths, and of each breath less: a few steady ones are seen in mere noise. */
const leastQuality = 0.5
const moreQualityPerBreath = 0.06
const manyBreaths = 12
/** Fewer breaths than this never make a rate. */
const leastBreaths = 3.5
const askedOfUnknown = 0.97

/** The part of a wave that can be judged. */
export function stretchOf(samples: ArrayLike<number>, hz: number, seconds: number): Stretch | null {
  return hz >= leastHz && Number.isFinite(hz) ? reduceWave(samples, hz, seconds) : null
}

export interface Judgement extends Estimate {
  /** a rhythm that was there and is gone, breaths per minute: a shorter look at the same end must not bring it back */
  readonly ended: number | null
  /** what the next stretches may believe of this one */
  readonly beliefs: readonly Belief[]
}

/**
 * @param before what was believed of the time before the stretch
 * @param mostAsked most quality that is asked of a rate seen in few breaths
 */
export function judgeStretch(stretch: Stretch, before: readonly Belief[], mostAsked = askedOfUnknown): Judgement {
  const none = { rr: null, quality: 0, ended: null, beliefs: [] }
  const seconds = stretch.values.length / stretch.hz
  if (seconds < shortestSeconds) return none
  const conditioned = conditionWave(stretch.values, stretch.hz)
  if (!conditioned) return none
  const band = bandOf(conditioned.values, stretch.hz)
  const choice = chooseRate(band, stretch.hz, conditioned.disturbed + stretch.hidden, before)
  if (!choice || !Number.isFinite(choice.quality)) return none
  if (choice.ended) return { ...none, ended: 60 * choice.rate }
  const { rate, quality, beliefs } = choice
  const breaths = seconds * rate
  const asked = Math.min(mostAsked, leastQuality + moreQualityPerBreath * Math.max(0, manyBreaths - breaths))
  const isShown = breaths >= leastBreaths && quality >= asked
  return { rr: isShown ? 60 * rate : null, quality, ended: null, beliefs }
}
