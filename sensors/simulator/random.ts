/** Randomness that depends only on its arguments: the same seed gives the same resident on every machine. */

/**
 * @param n any integer, even beyond 32 bits
 * @returns 0 ≤ x < 2³²
 */
export function hash(seed: number, n: number): number {
  let h = seed ^ Math.imul(n | 0, 0x9e3779b1) ^ Math.imul(Math.floor(n / 4_294_967_296), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 16), 0x21f0aaad)
  h = Math.imul(h ^ (h >>> 15), 0x735a2d97)
  return (h ^ (h >>> 15)) >>> 0
}

/** 0 ≤ x < 1 */
export const unit = (seed: number, n: number): number => hash(seed, n) / 4_294_967_296

export interface Dice {
  /** 0 ≤ x < 1 */
  next(): number
  between(range: Range): number
  chance(probability: number): boolean
  /** waiting time until the next of events with an average of `perHour`, ms */
  wait(perHour: number): number
}

export type Range = readonly [number, number]

/** A sequence of random numbers (mulberry32). */
export function createDice(seed: number): Dice {
  let state = seed | 0
  const next = () => {
    state = (state + 0x6d2b79f5) | 0
    let h = Math.imul(state ^ (state >>> 15), 1 | state)
    h = (h + Math.imul(h ^ (h >>> 7), 61 | h)) ^ h
    return ((h ^ (h >>> 14)) >>> 0) / 4_294_967_296
  }
  return {
    next,
    between: ([from, to]) => from + (to - from) * next(),
    chance: (probability) => next() < probability,
    wait: (perHour) => (-Math.log(1 - next()) / perHour) * 3_600_000,
  }
}

export const smooth = (x: number): number => (x <= 0 ? 0 : x >= 1 ? 1 : x * x * (3 - 2 * x))

/** Value noise: smooth in `t`, −1..1, uncorrelated after about `period` (both ms). */
export function noise(seed: number, t: number, period: number): number {
  const x = t / period
  const at = Math.floor(x)
  const from = unit(seed, at)
  return 2 * (from + (unit(seed, at + 1) - from) * smooth(x - at)) - 1
}
