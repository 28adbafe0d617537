import type { Evidence } from './rate-candidates.ts'

/**
 * How much each piece of evidence counts: a multinomial logit over the candidates of a window and "none of them", right
 * within one breath a minute. `docs/estimate.md` says what it was fitted on, and how it does on people left out.
 */
const base = -5.553
const model: Evidence = {
  power: 0.765,
  once: 3.06,
  twice: 1.386,
  alternation: -0.452,
  unusual: -0.251,
  unusualSquared: -2.325,
  fast: 7.46,
  line: -0.104,
  harmonic: -0.198,
  beyond: -0.593,
  short: -1.722,
  prominence: 0.346,
  whiteness: 0.426,
  whiteLikeness: -0.462,
  steadiness: -1.403,
  weakestThird: 8.707,
}
const names = Object.keys(model) as (keyof Evidence)[]

/** Logarithm of the odds of a candidate against "none". */
export const oddsOf = (evidence: Evidence): number =>
  names.reduce((sum, name) => sum + model[name] * evidence[name], base)
