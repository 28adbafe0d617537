import { bandOf } from './estimate/breathing-band.ts'
import { chooseRate } from './estimate/choose-rate.ts'
import { conditionWave } from './estimate/condition-wave.ts'
import { countBreaths } from './estimate/count-breaths.ts'
import { reduceWave } from './estimate/reduce-wave.ts'

/** Respiration rate from a wave (interfaces.md section 3: null rather than a guess). */

export interface Estimate {
  /** breaths per minute, 3..80; null when the wave does not show one */
  readonly rr: number | null
  /** estimated probability that the rate is right, 0..1; 0 where nothing could be judged */
  readonly quality: number
}

const shortestSeconds = 15
/** Only the end of a longer wave is used, because we want the current rate. */
const longestSeconds = 90
/** Below it a fast breath could not be told from a slow one (sampling theorem, with a margin). */
const leastHz = 2.5
/** Confidence required of a window of 45 s or more, and per second less: short windows show rhythms in mere noise. */
const leastQuality = 0.6
const moreQualityPerSecond = 0.003
const fullSeconds = 45

const nothing: Estimate = { rr: null, quality: 0 }

/**
 * @param samples evenly spaced chest displacement, belt, impedance, airflow or CO2: any unit, any offset, any sign;
 *   not finite where nothing was measured
 * @param hz samples a second
 */
export function estimateRr(samples: ArrayLike<number>, hz: number): Estimate {
  if (!(hz >= leastHz && Number.isFinite(hz))) return nothing
  const stretch = reduceWave(samples, hz, longestSeconds)
  if (!stretch) return nothing
  const seconds = stretch.values.length / stretch.hz
  if (seconds < shortestSeconds) return nothing
  const conditioned = conditionWave(stretch.values, stretch.hz)
  if (!conditioned || conditioned.stopped) return nothing
  const band = bandOf(conditioned.values, stretch.hz)
  const choice = chooseRate(band, stretch.hz)
  if (!choice || !Number.isFinite(choice.quality)) return nothing
  const { rate, quality, likeness } = choice
  if (quality < leastQuality + moreQualityPerSecond * Math.max(0, fullSeconds - seconds)) return { rr: null, quality }
  const disturbed = conditioned.disturbed + stretch.hidden
  return { rr: 60 * countBreaths(band.wave, stretch.hz, { rate, likeness, disturbed }), quality }
}
