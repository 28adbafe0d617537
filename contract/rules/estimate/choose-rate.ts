import type { Band } from './breathing-band.ts'
import { type Count, countBreaths } from './count-breaths.ts'
import { rateCandidates } from './rate-candidates.ts'
import { oddsOf } from './rate-model.ts'

/** Which candidate is the breathing, how sure that is, and how often it breathed. */

/** A rate in breaths per minute and how probable it is, 0..1. */
export interface Belief {
  readonly rr: number
  readonly share: number
}

export interface Choice extends Count {
  /** estimated probability that the rate is right within one breath a minute, 0..1 */
  readonly quality: number
  /** every rate that has some probability */
  readonly beliefs: readonly Belief[]
}

/** Candidates less probable than this are not counted. */
const leastShare = 0.03
/** Breaths a minute; nearer rates are the same answer. */
const sameWithin = 1
/** Breathing goes on at a rate within about this share of the one before; what is believed of it counts so much. */
const keptWithin = 0.1
const keptWeight = 5
/** Never more than this is taken from a candidate that nothing was believed of: breathing may change. */
const keptMost = 0.8

/** What was believed before the wave began says of a rate, as a factor of its odds. */
function beliefIn(rr: number, before: readonly Belief[]): number {
  let all = 0
  let near = 0
  for (const belief of before) {
    all += belief.share
    near += belief.share * Math.exp(-0.5 * (Math.log(rr / belief.rr) / keptWithin) ** 2)
  }
  return 1 - keptMost * Math.min(1, all) + keptWeight * near
}

/**
 * @param hz of the band's wave
 * @param disturbed share of the wave that was movement or is missing, 0..1
 * @param before what was believed of the time before the wave
 * @returns null when no rhythm stands out in the band
 */
export function chooseRate(band: Band, hz: number, disturbed: number, before: readonly Belief[]): Choice | null {
  const candidates = rateCandidates(band, hz)
  const odds = candidates.map(({ rate, evidence }) => Math.exp(oddsOf(evidence)) * beliefIn(60 * rate, before))
  const all = odds.reduce((sum, each) => sum + each, 1)
  if (candidates.length === 0 || !Number.isFinite(all)) return null
  const greatest = Math.max(...odds)
  let best: Count | null = null
  const beliefs: Belief[] = []
  for (const [i, { rate, likeness }] of candidates.entries()) {
    const share = odds[i]! / all
    if (share < leastShare && odds[i] !== greatest) continue
    const count = countBreaths(band.wave, hz, { rate, likeness, disturbed })
    beliefs.push({ rr: 60 * count.rate, share })
    if (odds[i] === greatest) best = count
  }
  if (!best) return null
  const rr = 60 * best.rate
  const same = beliefs.filter((belief) => Math.abs(belief.rr - rr) <= sameWithin)
  return {
    ...best,
    quality: Math.min(
      1,
      same.reduce((sum, { share }) => sum + share, 0),
    ),
    beliefs,
  }
}
