import { transform } from './fourier.ts'

/** The wave seen through the band of breathing: as a spectrum, and again as a wave. */

/** Hz; below it the weight falls as drift rises. */
const lowCorner = 0.1
/** Hz; above it the weight falls steeply: heart, noise. */
const highCorner = 0.8
/** Hz; everything above is removed, or a heart's regularity would pass for breathing. */
const highEnd = 1.2
/** Share of the wave that is faded in and out, so that its ends do not leak over the spectrum. */
const taper = 0.5

export interface Band {
  /** power × weight per bin, from 0 Hz */
  readonly power: Float64Array
  readonly weight: Float64Array
  /** Hz per bin */
  readonly binHz: number
  /** the band-limited wave, as long as the wave it came from */
  readonly wave: Float64Array
}

const weightAt = (hz: number): number => {
  const square = hz * hz
  const high = square / (highCorner * highCorner)
  return square / (square + lowCorner * lowCorner) / (1 + high * high)
}

/** @param values conditioned wave, around 0, at most 65,536 samples */
export function bandOf(values: Float64Array, hz: number): Band {
  const n = values.length
  // At least twice the wave: neighbouring bins are then close enough to interpolate, and no filter wraps around.
  const length = 2 ** Math.ceil(Math.log2(2 * n))
  const half = length >> 1
  const binHz = hz / length
  // Two real signals in one transform: the tapered wave as real part, the whole one as imaginary part.
  const re = new Float64Array(length)
  const im = new Float64Array(length)
  const fade = Math.floor((taper * n) / 2)
  for (let i = 0; i < n; i++) {
    const edge = Math.min(i, n - 1 - i)
    re[i] = edge < fade ? values[i]! * (0.5 - 0.5 * Math.cos((Math.PI * (edge + 0.5)) / fade)) : values[i]!
    im[i] = values[i]!
  }
  transform(re, im, -1)
  const power = new Float64Array(half + 1)
  const weight = new Float64Array(half + 1)
  for (const k of [0, half]) re[k] = im[k] = 0
  for (let k = 1; k < half; k++) {
    const j = length - k
    const taperedRe = (re[k]! + re[j]!) / 2
    const taperedIm = (im[k]! - im[j]!) / 2
    weight[k] = weightAt(k * binHz)
    power[k] = (taperedRe * taperedRe + taperedIm * taperedIm) * weight[k]!
    // The whole wave's spectrum takes the place of both.
    const gain = k * binHz > highEnd ? 0 : Math.sqrt(weight[k]!)
    const wholeRe = ((im[k]! + im[j]!) / 2) * gain
    const wholeIm = ((re[j]! - re[k]!) / 2) * gain
    re[k] = re[j] = wholeRe
    im[k] = wholeIm
    im[j] = -wholeIm
  }
  transform(re, im, 1)
  return { power, weight, binHz, wave: re.slice(0, n) }
}
