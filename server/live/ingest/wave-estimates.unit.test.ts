import { expect, it } from 'vitest'
import { createWaveEstimates } from './wave-estimates.ts'

const hz = 20
const start = 1_795_000_000_000

/** `seconds` one-second pieces, breathing `rr` times a minute. */
const breathe = (
  estimates: ReturnType<typeof createWaveEstimates>,
  rr: number,
  seconds: number,
  own: (second: number) => number | null,
) =>
  Array.from({ length: seconds }, (_, second) => {
    const samples = Array.from({ length: hz }, (_, i) => 5 * Math.sin((2 * Math.PI * rr * (second + i / hz)) / 60))
    return estimates.take(7, start + (second + 1) * 1_000, { hz, samples }, own(second)).rr
  })

it('gives a device that sends only its wave a rate, and none before it can know [LI-10]', () => {
  const rates = breathe(createWaveEstimates(), 15, 60, () => null)
  expect(rates.slice(0, 10)).toEqual(new Array(10).fill(null))
  expect(rates.at(-1)).toBeCloseTo(15, 0)
})

it('believes a device that measures its own rate, also when it has none just now [LI-1]', () => {
  const rates = breathe(createWaveEstimates(), 15, 60, (second) => (second < 30 ? 12 : null))
  expect(rates.slice(0, 30)).toEqual(new Array(30).fill(12))
  expect(rates.slice(30)).toEqual(new Array(30).fill(null))
})

it('gives nothing for a still chest [LI-10]', () => {
  const estimates = createWaveEstimates()
  const samples = new Array<number>(hz).fill(3)
  for (let second = 1; second <= 60; second++)
    expect(estimates.take(7, start + second * 1_000, { hz, samples }, null).rr).toBeNull()
})
