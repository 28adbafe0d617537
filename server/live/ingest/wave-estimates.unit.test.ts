import { expect, it } from 'vitest'
import { createWaveEstimates } from './wave-estimates.ts'

const hz = 20
const start = 1_795_000_000_000
const nothingStored = async () => []

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
  const rates = breathe(createWaveEstimates(nothingStored), 15, 60, () => null)
  expect(rates.slice(0, 10)).toEqual(new Array(10).fill(null))
  expect(rates.at(-1)).toBeCloseTo(15, 0)
})

it('believes a device that measures its own rate, also when it has none just now [LI-1]', () => {
  const rates = breathe(createWaveEstimates(nothingStored), 15, 60, (second) => (second < 30 ? 12 : null))
  expect(rates.slice(0, 30)).toEqual(new Array(30).fill(12))
  expect(rates.slice(30)).toEqual(new Array(30).fill(null))
})

it('gives nothing for a still chest [LI-10]', () => {
  const estimates = createWaveEstimates(nothingStored)
  const samples = new Array<number>(hz).fill(3)
  for (let second = 1; second <= 60; second++)
    expect(estimates.take(7, start + second * 1_000, { hz, samples }, null).rr).toBeNull()
})

it('estimates what comes late by itself, and what is live as if nothing had come late [LI-10] [WA-8]', () => {
  const pieceAt = (rr: number, ts: number) => ({
    hz,
    samples: Array.from({ length: hz }, (_, i) => 5 * Math.sin((2 * Math.PI * rr * (ts / 1_000 + i / hz)) / 60)),
  })
  const estimates = createWaveEstimates(nothingStored)
  const alone = createWaveEstimates(nothingStored)
  const late: (number | null)[] = []
  for (let second = 1; second <= 120; second++) {
    const now = start + second * 1_000
    const live = pieceAt(15, now)
    expect(estimates.take(7, now, live, null)).toEqual(alone.take(7, now, live, null))
    // From an hour before, in order.
    const then = now - 3_600_000
    late.push(estimates.take(7, then, pieceAt(10, then), null).rr)
  }
  expect(late.at(-1)).toBeCloseTo(10, 0)
  expect(late.filter((rr) => rr !== null).length).toBeGreaterThan(80)
})

it('goes on with what is stored where this node has not heard the device [LI-10] [WA-1]', async () => {
  const pieces = Array.from({ length: 80 }, (_, second) => ({
    ts: start + (second + 1) * 1_000,
    hz,
    samples: Array.from({ length: hz }, (_, i) => 5 * Math.sin((2 * Math.PI * 15 * (second + i / hz)) / 60)),
  }))
  const asked: number[][] = []
  const estimates = createWaveEstimates(async (_no, after, before) => {
    asked.push([after, before])
    return pieces.filter(({ ts }) => ts > after && ts < before)
  })
  const hear = async (second: number, since = 0) => {
    const { ts, ...wave } = pieces[second]!
    // Two messages at once wait for the same.
    await Promise.all([estimates.catchUp(7, ts, wave, since), estimates.catchUp(7, ts, wave, since)])
    return estimates.take(7, ts, wave, null).rr
  }
  expect(await hear(60)).toBeCloseTo(15, 0)
  expect(await hear(61)).toBeCloseTo(15, 0)
  expect(asked).toEqual([[start, start + 61_000]])
  // Another node heard it meanwhile.
  expect(await hear(70)).toBeCloseTo(15, 0)
  expect(asked.slice(1)).toEqual([[start + 62_000, start + 71_000]])
})

it('makes no rate of the next resident from the wave of the one before [WA-13] [LI-10]', async () => {
  const estimates = createWaveEstimates(nothingStored)
  const linkedAt = start + 60_000
  const hear = async (second: number, since: number) => {
    const ts = start + (second + 1) * 1_000
    const samples = Array.from({ length: hz }, (_, i) => 5 * Math.sin((2 * Math.PI * 15 * (second + i / hz)) / 60))
    await estimates.catchUp(7, ts, { hz, samples }, since)
    return estimates.take(7, ts, { hz, samples }, null).rr
  }
  let rate: number | null = null
  for (let second = 0; second < 60; second++) rate = await hear(second, 0)
  expect(rate).toBeCloseTo(15, 0)
  for (let second = 60; second < 70; second++) expect(await hear(second, linkedAt)).toBeNull()
  for (let second = 70; second < 120; second++) rate = await hear(second, linkedAt)
  expect(rate).toBeCloseTo(15, 0)
})
