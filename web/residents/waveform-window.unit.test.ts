import { describe, expect, it } from 'vitest'
import { WaveformBuffer } from './waveform-buffer.ts'
import { displacementRange, Pen, penGapMs, sweepOf, windowAt } from './waveform-window.ts'

describe('waveform window', () => {
  it('starts when the first sample comes and rolls each minute [LI-8]', () => {
    expect(windowAt(1_234, 1_234)).toEqual({ start: 1_234, end: 61_234 })
    expect(windowAt(61_233, 1_234)).toEqual({ start: 1_234, end: 61_234 })
    expect(windowAt(61_234, 1_234)).toEqual({ start: 61_234, end: 121_234 })
    expect(windowAt(301_234, 1_234).start).toBe(301_234)
  })

  it('draws this minute up to the pen and the minute before beyond it, in one ascending column [LI-8]', () => {
    const buffer = new WaveformBuffer()
    buffer.append({ start: 0, hz: 1, samples: Array.from({ length: 80 }, (_, i) => i) })
    const [at, now, before] = sweepOf(buffer, windowAt(79_000, 0), 79_000)
    expect(at).toEqual(at.toSorted((a, b) => a - b))
    const drawn = at.filter((_, i) => now[i] !== null)
    expect([drawn[0], drawn.at(-1)]).toEqual([60_000, 79_000])
    const ghost = at.filter((_, i) => before[i] !== null)
    expect(ghost[0]).toBeGreaterThanOrEqual(79_000 + penGapMs)
    expect(ghost.at(-1)).toBe(119_000)
    expect(before[at.indexOf(100_000)]).toBe(40)
  })

  it('leaves the part beyond the pen empty in the first minute [LI-8]', () => {
    const buffer = new WaveformBuffer()
    buffer.append({ start: 0, hz: 1, samples: [1, 2, 3] })
    const [at, , before] = sweepOf(buffer, windowAt(2_000, 0), 2_000)
    expect(at.length).toBe(4)
    expect(before.every((value) => value === null)).toBe(true)
  })
})

describe('waveform pen', () => {
  const second = (start: number) => ({ start, hz: 10, samples: Array.from({ length: 10 }, () => 0) })

  it('runs evenly between chunks and stops at the newest sample [LI-8]', () => {
    const pen = new Pen()
    expect(pen.at(5_000, -Infinity)).toBe(-Infinity)
    pen.arrived(second(4_000), 5_000)
    expect(pen.at(5_000, 4_900)).toBe(4_000)
    expect(pen.at(5_450, 4_900)).toBe(4_450)
    expect(pen.at(9_000, 4_900)).toBe(4_900)
  })

  it('does not run backwards when a chunk comes late or twice, nor stays behind for long [LI-8]', () => {
    const pen = new Pen()
    pen.arrived(second(4_000), 5_000)
    expect(pen.at(5_800, 4_900)).toBe(4_800)
    pen.arrived(second(4_000), 6_500)
    expect(pen.at(6_500, 5_900)).toBe(4_800)
    pen.arrived(second(5_000), 8_000)
    expect(pen.at(8_000, 5_900)).toBe(5_000)
    pen.arrived(second(60_000), 61_000)
    expect(pen.at(61_000, 60_900)).toBeGreaterThan(56_000)
  })
})

describe('displacement range', () => {
  it('does not magnify the noise of an empty bed [LI-8]', () => {
    const [low, high] = displacementRange([0.01, -0.01, null], null)
    expect(high - low).toBeGreaterThanOrEqual(2)
  })

  it('widens within a window, never narrows, and holds without values [LI-8]', () => {
    const first = displacementRange([-3, 3], null)
    expect(displacementRange([-1, 1], first)).toEqual(first)
    expect(displacementRange([], first)).toEqual(first)
    const wider = displacementRange([-3, 8], first)
    expect(wider[0]).toBeLessThanOrEqual(first[0])
    expect(wider[1]).toBeGreaterThan(8)
  })
})
