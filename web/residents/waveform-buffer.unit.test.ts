import { describe, expect, it } from 'vitest'
import { WaveformBuffer } from './waveform-buffer.ts'

const all = (buffer: WaveformBuffer, from = -Infinity, to = Infinity) => {
  const seen: [number, number | null][] = []
  buffer.visit(from, to, (at, value) => seen.push([at, value]))
  return seen
}
const seconds = (start: number, n: number, hz = 20) => ({
  start,
  hz,
  samples: Array.from({ length: n * hz }, (_, i) => i),
})

describe('waveform buffer', () => {
  it('joins chunks that follow each other, also when the sensor’s clock wanders a little [LI-8]', () => {
    const buffer = new WaveformBuffer()
    buffer.append({ start: 0, hz: 10, samples: [1, 2, 3] })
    buffer.append({ start: 340, hz: 10, samples: [4, 5] })
    expect(all(buffer)).toEqual([
      [0, 1],
      [100, 2],
      [200, 3],
      [340, 4],
      [440, 5],
    ])
    expect(buffer.newest).toBe(440)
  })

  it('marks a hole where samples are missing [LI-8]', () => {
    const buffer = new WaveformBuffer()
    buffer.append({ start: 0, hz: 10, samples: [1, 2] })
    buffer.append({ start: 5_000, hz: 10, samples: [3] })
    expect(all(buffer)).toEqual([
      [0, 1],
      [100, 2],
      [200, null],
      [5_000, 3],
    ])
  })

  it('leaves out what it has already, and chunks that come late [LI-8]', () => {
    const buffer = new WaveformBuffer()
    buffer.append({ start: 1_000, hz: 10, samples: [1, 2, 3] })
    buffer.append({ start: 1_100, hz: 10, samples: [8, 9, 4] })
    buffer.append({ start: 0, hz: 10, samples: [7, 7] })
    expect(all(buffer).map(([, value]) => value)).toEqual([1, 2, 3, 4])
  })

  it('keeps the last two minutes at the fastest rate and forgets the oldest [LI-8]', () => {
    const buffer = new WaveformBuffer()
    for (let second = 0; second < 200; second++) buffer.append(seconds(second * 1_000, 1, 100))
    expect(buffer.size).toBe(13_000)
    const kept = all(buffer)
    expect(kept[0]![0]).toBe(70_000)
    expect(kept.at(-1)![0]).toBe(199_990)
  })

  it('visits just the span that was asked for [LI-8]', () => {
    const buffer = new WaveformBuffer()
    for (let second = 0; second < 5; second++) buffer.append(seconds(second * 1_000, 1, 2))
    expect(all(buffer, 1_000, 2_500).map(([at]) => at)).toEqual([1_000, 1_500, 2_000, 2_500])
  })
})
