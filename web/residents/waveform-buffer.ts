/** Streamed chest displacement: the samples of the last two minutes, with the gaps between them. */

/** A piece of the waveform (LI-8). */
export interface Chunk {
  /** instant of the first sample, ms since the epoch, by the sensor's clock */
  readonly start: number
  readonly hz: number
  /** millimetres */
  readonly samples: readonly number[]
}

/** Two windows at the fastest rate that a sensor may send, plus a margin. */
const capacity = 100 * 130

/** A gap is what sensors' jitter can't explain: clocks wander by tens of milliseconds, lost messages leave seconds. */
const holeMs = (hz: number): number => Math.max(250, 2_500 / hz)

export class WaveformBuffer {
  readonly #times = new Float64Array(capacity)
  /** NaN marks a gap */
  readonly #values = new Float32Array(capacity)
  #first = 0
  #size = 0
  #newest = Number.NEGATIVE_INFINITY

  /** Instant of the newest sample, ms since the epoch; -Infinity before the first. */
  get newest(): number {
    return this.#newest
  }

  get size(): number {
    return this.#size
  }

  /** Adds a chunk. Samples no newer than existing ones are dropped: the line never runs backwards. */
  append({ start, hz, samples }: Chunk): void {
    const step = 1_000 / hz
    let isFirst = true
    for (const [i, value] of samples.entries()) {
      const at = start + i * step
      if (at <= this.#newest || !Number.isFinite(value)) continue
      if (isFirst && this.#size > 0 && at - this.#newest > holeMs(hz)) this.#push(this.#newest + step, Number.NaN)
      isFirst = false
      this.#push(at, value)
      this.#newest = at
    }
  }

  /** Visits samples with `from` ≤ time ≤ `to`, oldest first; the value is null at a gap. */
  visit(from: number, to: number, sample: (at: number, value: number | null) => void): void {
    for (let i = this.#lowerBound(from); i < this.#size; i++) {
      const slot = (this.#first + i) % capacity
      const at = this.#times[slot]!
      if (at > to) return
      const value = this.#values[slot]!
      sample(at, Number.isNaN(value) ? null : value)
    }
  }

  #push(at: number, value: number): void {
    const slot = (this.#first + this.#size) % capacity
    this.#times[slot] = at
    this.#values[slot] = value
    if (this.#size < capacity) this.#size++
    else this.#first = (this.#first + 1) % capacity
  }

  /** Index of the first sample at or after `at`. */
  #lowerBound(at: number): number {
    let low = 0
    let high = this.#size
    while (low < high) {
      const middle = (low + high) >> 1
      if (this.#times[(this.#first + middle) % capacity]! < at) low = middle + 1
      else high = middle
    }
    return low
  }
}
