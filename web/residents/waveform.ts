import { type Chunk, WaveformBuffer } from './waveform-buffer.ts'
import { Pen, type Sweep, sweepOf, windowAt } from './waveform-window.ts'

/** What to draw of the waveform at a given moment. */
export interface WaveformFrame {
  /** the minute being drawn, ms since the epoch by the sensor's clock */
  readonly window: { readonly start: number; readonly end: number }
  /** instant up to which the line is drawn */
  readonly pen: number
  /** plot columns, computed on demand */
  sweep(): Sweep
}

/** A device's waveform since it was connected. */
export class Waveform {
  readonly #buffer = new WaveformBuffer()
  readonly #pen = new Pen()
  #began: number | null = null
  #lastChunkAt: number | null = null

  /** When the newest chunk arrived, ms by the portal's clock; null before the first. */
  get lastChunkAt(): number | null {
    return this.#lastChunkAt
  }

  /** @param at ms by the portal's clock */
  receive(chunk: Chunk, at: number): void {
    this.#buffer.append(chunk)
    if (this.#buffer.size === 0) return
    this.#pen.arrived(chunk, at)
    this.#began ??= chunk.start
    this.#lastChunkAt = at
  }

  /** @param at ms by the portal's clock @returns null before the first chunk */
  frame(at: number): WaveformFrame | null {
    if (this.#began === null) return null
    const pen = this.#pen.at(at, this.#buffer.newest)
    const window = windowAt(pen, this.#began)
    return { window, pen, sweep: () => sweepOf(this.#buffer, window, pen) }
  }
}
