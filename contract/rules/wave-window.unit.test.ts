import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { breathe } from './estimate/synthetic-wave.fixture.ts'
import { createWaveWindow, type WaveWindow } from './wave-window.ts'

const start = 1_800_000_000_000
const hz = 20

interface Piece {
  ts: number
  hz: number
  samples: Float64Array
}

/** A wave as the pieces of `seconds` that a device sends; the first ends `seconds` after the start. */
const piecesOf = (wave: Float64Array, seconds = 1, rate = hz): Piece[] =>
  Array.from({ length: Math.floor(wave.length / (seconds * rate)) }, (_, i) => ({
    ts: start + (i + 1) * seconds * 1_000,
    hz: rate,
    samples: wave.slice(i * seconds * rate, (i + 1) * seconds * rate),
  }))

const send = (window: WaveWindow, pieces: readonly Piece[]) => pieces.map((piece) => window.append(piece))
const filled = (pieces: readonly Piece[]) => {
  const window = createWaveWindow()
  send(window, pieces)
  return window
}

describe('the rate of a wave that comes in pieces', () => {
  it.each([1, 4, 30, 60])('of %d s [LI-1]', (seconds) => {
    const window = filled(piecesOf(breathe({ rr: 17, seconds: 120 }), seconds))
    expect(window.estimate().rr).toBeCloseTo(17, 0.7)
    expect(window.end).toBe(start + 120_000)
    expect(window.seconds).toBe(60)
  })

  it('is there after fifteen seconds and not before [LI-1]', () => {
    const window = createWaveWindow()
    const rates = piecesOf(breathe({ rr: 18, seconds: 20 })).map((piece) => {
      window.append(piece)
      return window.estimate().rr
    })
    expect(rates.slice(0, 14)).toEqual(new Array(14).fill(null))
    expect(rates.at(-1)).toBeCloseTo(18, 0)
  })

  it('follows a change within half a minute [LI-1]', () => {
    const wave = Float64Array.from([...breathe({ rr: 12, seconds: 60 }), ...breathe({ rr: 26, seconds: 32 })])
    expect(filled(piecesOf(wave)).estimate().rr).toBeCloseTo(26, 0)
  })

  it('is null soon after breathing stopped, and back soon after it began again [LI-1]', () => {
    const window = createWaveWindow()
    const still = new Float64Array(16 * hz).fill(0.2)
    const wave = Float64Array.from([...breathe({ rr: 15, seconds: 60 }), ...still, ...breathe({ rr: 15, seconds: 30 })])
    const rates = piecesOf(wave).map((piece) => {
      window.append(piece)
      return window.estimate().rr
    })
    expect(rates[59]).toBeCloseTo(15, 0)
    expect(rates[75]).toBeNull()
    expect(rates.at(-1)).toBeCloseTo(15, 0)
  })
})

describe('pieces', () => {
  const wave = breathe({ rr: 14, seconds: 60 })
  const pieces = piecesOf(wave)
  const plain = filled(pieces).estimate()

  it('count once, whether sent twice or overlapping [LI-1]', () => {
    const window = createWaveWindow()
    for (const [i, piece] of pieces.entries()) {
      expect(window.append(piece)).toBe(true)
      expect(window.append(piece)).toBe(false)
      if (i === 0) continue
      const longer = Float64Array.from([...pieces[i - 1]!.samples, ...piece.samples])
      expect(window.append({ ...piece, samples: longer })).toBe(false)
    }
    expect(window.estimate()).toEqual(plain)
  })

  it('that overlap bring what is new of them [LI-1]', () => {
    const window = createWaveWindow()
    for (let i = 1; i < pieces.length; i++) {
      const samples = Float64Array.from([...pieces[i - 1]!.samples, ...pieces[i]!.samples])
      window.append({ ...pieces[i]!, samples })
    }
    expect(window.estimate()).toEqual(plain)
  })

  it('may come late and in any order [LI-1]', () => {
    const swapped = pieces.map((_, i) => pieces[i % 4 === 1 ? i + 1 : i % 4 === 2 ? i - 1 : i]!)
    expect(filled(swapped).estimate()).toEqual(plain)
    const window = createWaveWindow()
    window.append(pieces.at(-1)!)
    expect(send(window, pieces.slice(0, -1)).every(Boolean)).toBe(true)
    expect(window.estimate()).toEqual(plain)
  })

  it('first come win [LI-1]', () => {
    const window = filled(pieces)
    expect(window.append({ ...pieces[30]!, samples: new Float64Array(hz).fill(99) })).toBe(false)
    expect(window.estimate()).toEqual(plain)
  })

  it('may have clocks that jitter [LI-1]', () => {
    const jittered = pieces.map((piece, i) => ({ ...piece, ts: piece.ts + [0, 140, -120, 60, -90][i % 5]! }))
    const window = filled(jittered)
    expect(window.seconds).toBe(60)
    expect(window.estimate().rr).toBeCloseTo(plain.rr!, 1)
  })

  it('may begin three tenths of a second late; later than that, something is missing [LI-1]', () => {
    const ends = [300, 400].map((lateMs) => {
      const window = filled(pieces.slice(0, 30))
      window.append({ ...pieces[30]!, ts: pieces[30]!.ts + lateMs })
      return window.end! - pieces[30]!.ts
    })
    expect(ends).toEqual([0, 400])
  })

  it('may have a rate that is off by a tenth; one that is off by more begins anew [LI-1]', () => {
    const seconds = [1.1, 1.15].map((factor) => {
      const window = filled(pieces.slice(0, 30))
      window.append({ ts: pieces[30]!.ts, hz: hz * factor, samples: new Float64Array(hz * factor) })
      return window.seconds
    })
    expect(seconds).toEqual([31, 1])
  })

  it('may run away from the clock by a hundredth [LI-1]', () => {
    for (const factor of [0.99, 1.01]) {
      const window = filled(pieces.map((piece, i) => ({ ...piece, ts: start + Math.round((i + 1) * 1_000 * factor) })))
      expect(Math.abs(window.end! - (start + 60_000 * factor))).toBeLessThan(400)
      expect(Math.abs(window.estimate().rr! - 14)).toBeLessThan(0.5)
    }
  })

  it('leave a hole where some are lost [LI-1]', () => {
    const window = filled(pieces.filter((_, i) => i % 10 !== 3))
    expect(window.seconds).toBe(54)
    expect(window.estimate().rr).toBeCloseTo(14, 0.7)
  })

  it('fill a hole that they overlap [LI-1]', () => {
    const window = filled(pieces.slice(0, 30))
    window.append(pieces[31]!)
    expect(window.seconds).toBe(31)
    const samples = Float64Array.from([...pieces[30]!.samples, ...pieces[31]!.samples, ...pieces[32]!.samples])
    expect(window.append({ ...pieces[32]!, samples })).toBe(true)
    expect(window.seconds).toBe(33)
  })

  it('after a minute of silence begin anew, older ones are nothing [LI-1]', () => {
    const window = filled(pieces)
    window.append({ ts: start + 200_000, hz, samples: pieces[0]!.samples })
    expect(window.seconds).toBe(1)
    window.append({ ts: start + 1e13, hz, samples: pieces[0]!.samples })
    expect(window.seconds).toBe(1)
    expect(window.append(pieces[59]!)).toBe(false)
    expect(window.estimate()).toMatchObject({ rr: null, quality: 0 })
  })

  it.each([0.01, 0.04])('of a device that measures its rate for each piece, off by up to %d [WA-14]', (share) => {
    const pieces = piecesOf(breathe({ rr: 17, seconds: 120 })).map((piece, i) => ({
      ...piece,
      hz: hz * (1 + share * Math.sin(i * i)),
    }))
    const { rr, quality } = filled(pieces).estimate()
    expect(rr).toBeCloseTo(17, 0.7)
    expect(quality).toBeGreaterThan(0.9)
  })

  it('of half a minute, at a rate a little higher than before [WA-14]', () => {
    const window = filled(piecesOf(breathe({ rr: 30, seconds: 60 }), 30))
    const faster = 21.6
    const after = breathe({ rr: 30, seconds: 120, hz: faster })
    for (const [i, ts] of [90_000, 120_000].entries())
      window.append({ ts: start + ts, hz: faster, samples: after.slice(i * 30 * faster, (i + 1) * 30 * faster) })
    expect(window.estimate().rr).toBeCloseTo(30, 0.7)
  })

  it('at another rate begin anew, unless they are old [LI-1]', () => {
    const window = filled(pieces)
    const other = piecesOf(breathe({ rr: 14, seconds: 120, hz: 10 }), 1, 10)
    expect(window.append(other[30]!)).toBe(false)
    send(window, other.slice(60))
    expect(window.seconds).toBe(60)
    expect(window.estimate().rr).toBeCloseTo(14, 0.7)
  })

  it('that are malformed are left out [LI-1]', () => {
    const window = createWaveWindow()
    const samples = new Float64Array(hz)
    for (const piece of [
      { ts: Number.NaN, hz, samples },
      { ts: start, hz: 0, samples },
      { ts: start, hz: 101, samples },
      { ts: start, hz: Number.NaN, samples },
      { ts: start, hz, samples: [] },
    ])
      expect(window.append(piece)).toBe(false)
    expect(window.end).toBeNull()
    expect(window.seconds).toBe(0)
    expect(window.estimate()).toMatchObject({ rr: null, quality: 0 })
  })

  it('of any kind never break it [LI-1]', () => {
    const sample = fc.oneof(fc.double({ min: -50, max: 50 }), fc.constant(Number.NaN))
    const piece = fc.record({
      ts: fc.integer({ min: start, max: start + 150_000 }),
      hz: fc.constantFrom(1, 7, 20, 20, 20, 100, 0.5),
      samples: fc.array(sample, { maxLength: 400, size: 'max' }),
    })
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 15 }), (sent) => {
        const window = createWaveWindow()
        let end = Number.NEGATIVE_INFINITY
        for (const each of sent) {
          window.append(each)
          expect(window.seconds).toSatisfy((seconds: number) => seconds >= 0 && seconds <= 60)
          if (window.end === null) continue
          expect(window.end).toBeGreaterThanOrEqual(end)
          end = window.end
        }
        const { rr } = window.estimate()
        if (rr !== null) expect(rr).toSatisfy((value: number) => value >= 3 && value <= 80)
      }),
      { numRuns: 100 },
    )
  })
})
