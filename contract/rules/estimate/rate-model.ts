import type { Evidence } from './rate-candidates.ts'

export type RateModel = Evidence & { readonly base: number }

/**
 * How much each piece of evidence counts: a multinomial logit over the candidates of a window and "none of them", right
 * within one breath a minute. `npx node bench/fit-rate.ts` makes the coefficients; `docs/estimate.md` says of what, and
 * how they do on people left out of the fit.
 */
export const rateModel: RateModel = {
  base: -6.476,
  power: 0.937,
  once: 6.117,
  twice: 0.868,
  alternation: -0.299,
  unusual: -0.909,
  unusualSquared: -1.885,
  fast: 10.919,
  beyond: -0.911,
  short: -0.922,
  whiteness: 0.575,
  whiteLikeness: -0.061,
  weakestThird: 3.033,
}
export const evidenceNames = Object.keys(rateModel).filter((name) => name !== 'base') as (keyof Evidence)[]

/** Logarithm of the odds of a candidate against "none". */
export const oddsOf = (evidence: Evidence): number =>
  evidenceNames.reduce((sum, name) => sum + rateModel[name] * evidence[name], rateModel.base)
