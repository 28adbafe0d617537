import { gaussianOf, randomOf } from '@eupnea/contract/rules/estimate/synthetic-wave.fixture.ts'
import type { Track } from './people.ts'

/** Waves that no recording at hand holds: noise, empty rooms, held breath, fast breathing, harmonics. */

/** Root mean square of the wave around its mean. */
export function spreadOf(wave: ArrayLike<number>): number {
  let sum = 0
  let squares = 0
  for (let i = 0; i < wave.length; i++) {
    sum += wave[i]!
    squares += wave[i]! * wave[i]!
  }
  return Math.sqrt(Math.max(0, squares / wave.length - (sum / wave.length) ** 2))
}

export const noises = ['white', 'pink', 'random walk', 'coloured', 'movement', 'quantised'] as const

/** Noise of standard deviation 1, or about it. */
export function noise(kind: (typeof noises)[number], length: number, hz: number, seed: number): Float32Array {
  const gaussian = gaussianOf(seed)
  const random = randomOf(seed + 500)
  const make = (next: () => number) => {
    const wave = Float32Array.from({ length }, next)
    const spread = spreadOf(wave) || 1
    return wave.map((value) => value / spread)
  }
  let value = 0
  let speed = 0
  switch (kind) {
    case 'white':
      return make(gaussian)
    case 'pink': {
      const parts = [0, 0, 0, 0, 0]
      return make(() => {
        for (let k = 0; k < parts.length; k++) {
          const keep = Math.exp(-1 / (hz * 0.1 * 3 ** k))
          parts[k] = keep * parts[k]! + Math.sqrt(1 - keep * keep) * gaussian()
        }
        return parts.reduce((sum, part) => sum + part, 0)
      })
    }
    case 'random walk':
      return make(() => {
        value += gaussian()
        return value
      })
    case 'coloured': {
      const keep = Math.exp(-1 / (hz * (0.2 + 2 * random())))
      return make(() => {
        value = keep * value + gaussian()
        return value
      })
    }
    case 'movement':
      return make(() => {
        if (random() < 0.2 / hz) speed = gaussian()
        value += speed / hz
        return value + 0.2 * gaussian()
      })
    case 'quantised': {
      const step = 0.5 + 2 * random()
      const keep = Math.exp(-1 / (hz * random()))
      return make(() => {
        value = keep * value + Math.sqrt(1 - keep * keep) * gaussian()
        return step * Math.round(value / step)
      })
    }
  }
}

export const stops = ['still', 'settling', 'with heartbeat'] as const

/**
 * Puts a held breath into a wave: the chest stays where it was, with the sensor's own noise (as much as the wave has
 * above 3 Hz); or it settles by most of a breath within half a minute; or the heart shows, at a seventh of the
 * breathing.
 * @param at second at which it begins @returns the wave, longer by the stop
 */
export function withStop(
  wave: Float32Array,
  hz: number,
  at: number,
  { seconds, kind, seed = 1 }: { seconds: number; kind: (typeof stops)[number]; seed?: number },
): Float32Array {
  const from = Math.round(at * hz)
  const before = wave.subarray(Math.max(0, from - Math.round(30 * hz)), from)
  const spread = spreadOf(before)
  // What two neighbours differ from the middle of the third is noise: a breath is straight over so short a time.
  const bent = before.subarray(2).map((value, i) => value - 2 * before[i + 1]! + before[i]!)
  const own = Math.sqrt(bent.reduce((sum, value) => sum + value * value, 0) / (6 * bent.length))
  const gaussian = gaussianOf(seed)
  const held = Float32Array.from({ length: Math.round(seconds * hz) }, (_, i) => {
    const second = i / hz
    const settled = kind === 'settling' ? 2 * spread * (Math.exp(-second / 15) - 1) : 0
    const heart = kind === 'with heartbeat' ? 0.2 * spread * Math.sin(2 * Math.PI * 1.13 * second) : 0
    return before.at(-1)! + own * gaussian() + settled + heart
  })
  const shift = kind === 'settling' ? held.at(-1)! - held[0]! : 0
  const joined = new Float32Array(wave.length + held.length)
  joined.set(wave.subarray(0, from))
  joined.set(held, from)
  joined.set(
    wave.subarray(from).map((value) => value + shift),
    from + held.length,
  )
  return joined
}

/** The wave played faster: the same breaths, so many times as often. */
export const faster = (track: Track, times: number, seconds: number): Track => {
  const step = track.samples.subarray(0, Math.floor(seconds * track.hz * times))
  const samples = Float32Array.from({ length: Math.floor(step.length / times) }, (_, i) => step[Math.floor(i * times)]!)
  return { ...track, samples, rateOf: (from, to) => scaled(track.rateOf(from * times, to * times), times) }
}
const scaled = (rate: number | null, times: number) => (rate === null ? null : rate * times)

/** The wave with a second harmonic as strong as it takes for every breath to look like two, uneven ones. */
export function folded(wave: Float32Array, evenness: number): Float32Array {
  const middle = wave.toSorted()[wave.length >> 1]!
  return wave.map((value) => evenness * Math.abs(value - middle) + (1 - evenness) * (value - middle))
}
