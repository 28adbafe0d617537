import type { Recording } from '../recordings.ts'

export interface Pieces {
  readonly hz: number
  /** one second each, millimetres; null where samples are missing. A remainder at the end is dropped. */
  readonly pieces: readonly (readonly number[] | null)[]
}

/** Spans accepted as chest displacement, mm. */
const plausibleSpan = [1, 60] as const
const usualSpan = 6

/** Cuts a recording with a whole number of samples a second into a sensor's waves, centred on 0 like chest movement. */
export function cutPieces({ hz, samples }: Recording): Pieces {
  const millimetres = inMillimetres(samples)
  const pieces = Array.from({ length: Math.floor(samples.length / hz) }, (_, index) => {
    const piece = millimetres.slice(index * hz, (index + 1) * hz)
    return piece.every(Number.isFinite) ? piece : null
  })
  return { hz, pieces }
}

/** Centred on the median; data that can't be a chest in millimetres (airflow, volts) is scaled to a typical span. */
function inMillimetres(samples: Float32Array): number[] {
  const sorted = samples.filter(Number.isFinite).sort()
  const at = (share: number) => sorted[Math.floor(share * (sorted.length - 1))] ?? 0
  const span = at(0.95) - at(0.05)
  const factor = span === 0 || (span >= plausibleSpan[0] && span <= plausibleSpan[1]) ? 1 : usualSpan / span
  return Array.from(samples, (sample) => Math.round((sample - at(0.5)) * factor * 1_000) / 1_000)
}
