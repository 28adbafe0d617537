/** How much a wave resembles itself some time later: the normalised autocorrelation, -1 to 1 (McLeod 2005). */

/** Likeness at lags 0 … `longest` samples, each normalised by the energy that really overlaps. */
export function likenessOf(wave: Float64Array, longest: number): Float64Array {
  const n = wave.length
  const likeness = new Float64Array(Math.min(longest, n - 1) + 1)
  let energy = 0
  for (const value of wave) energy += 2 * value * value
  for (let lag = 0; lag < likeness.length; lag++) {
    let sum = 0
    for (let i = 0, j = lag; j < n; i++, j++) sum += wave[i]! * wave[j]!
    likeness[lag] = energy > 0 ? (2 * sum) / energy : 0
    energy -= wave[lag]! * wave[lag]! + wave[n - 1 - lag]! * wave[n - 1 - lag]!
  }
  return likeness
}

/** What a slow drift alone lends to the likeness up to a lag: the least on the way there, if that is above 0. */
export function likenessByDrift(likeness: Float64Array, lag: number): number {
  let least = 1
  const to = Math.min(likeness.length - 1, Math.floor(lag))
  for (let i = 1; i <= to; i++) least = Math.min(least, likeness[i]!)
  return Math.max(0, least)
}

/** Greatest likeness within 7% of a lag: breaths are not equally long. */
export function likenessNear(likeness: Float64Array, lag: number): number {
  let greatest = -1
  const to = Math.min(likeness.length - 1, Math.ceil(lag * 1.07))
  for (let i = Math.max(1, Math.floor(lag * 0.93)); i <= to; i++) greatest = Math.max(greatest, likeness[i]!)
  return greatest
}

/** Likeness at a lag between two samples; null beyond the longest. */
export function likenessAt(likeness: Float64Array, lag: number): number | null {
  const i = Math.floor(lag)
  if (i + 1 >= likeness.length) return null
  return likeness[i]! + (lag - i) * (likeness[i + 1]! - likeness[i]!)
}
