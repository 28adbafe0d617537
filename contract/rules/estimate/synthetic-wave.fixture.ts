/** Waves made by arithmetic, for tests: the same numbers on every run. */

/** Numbers in [0, 1) that a seed determines (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let t = Math.imul(state ^ (state >>> 15), 1 | state)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32
  }
}

/** Normally distributed numbers of mean 0 and standard deviation 1. */
export function gaussianOf(seed: number): () => number {
  const random = randomOf(seed)
  return () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
}

export interface Breathing {
  /** breaths per minute */
  readonly rr: number
  readonly seconds: number
  readonly hz?: number
  /** standard deviation of white noise; the breathing's amplitude is 1 */
  readonly noise?: number
  readonly seed?: number
}

/** A sine in white noise. */
export function breathe({ rr, seconds, hz = 20, noise = 0.1, seed = 1 }: Breathing): Float64Array {
  const gaussian = gaussianOf(seed)
  const phase = randomOf(seed)() * 2 * Math.PI
  return Float64Array.from(
    { length: Math.round(seconds * hz) },
    (_, i) => Math.sin((2 * Math.PI * rr * i) / (60 * hz) + phase) + noise * gaussian(),
  )
}
