import type { Reading } from '@eupnea/contract/live.ts'
import { breathe, gaussianOf } from '@eupnea/contract/rules/estimate/synthetic-wave.fixture.ts'
import { defaultBaseline } from '@eupnea/contract/rules/r-score.ts'
import { expect, it } from 'vitest'
import { placeWith } from '../../../tests/kit/place.ts'
import { newBed } from '../bed/bed.ts'
import { createKnowing, rowsOf, rowsOfWaves } from './reading-rows.ts'
import { createWaveEstimates } from './wave-estimates.ts'

const hz = 10
const nothingStored = async () => []
const start = Date.UTC(2026, 4, 1)

/** A minute of a wave of 15 a minute, as a fan makes one, with whatever the sensor says of the distance. */
const wave = (dist: number | null | undefined): Reading[] =>
  Array.from({ length: 60 }, (_, second) => {
    const samples = Array.from({ length: hz }, (_, n) => 5 * Math.sin((Math.PI / 2) * (second + n / hz)))
    return { ts: start + (second + 1) * 1_000, rr: null, dist, wave: { hz, samples } }
  })
const lastRate = async (dists: readonly (number | null | undefined)[]): Promise<number | null> => {
  const readings = dists.flatMap((dist, nth) => wave(dist).map((one) => ({ ...one, ts: one.ts + nth * 60_000 })))
  const bed = newBed(placeWith({}), defaultBaseline)
  const knows = createKnowing()(bed, readings)
  const rows = await rowsOfWaves(createWaveEstimates(nothingStored), bed, readings, knows)
  return rows.at(-1)!.rr
}

it('makes no rate of a wave where a sensor that knows distance says nobody, whatever moves there [WA-9]', async () => {
  expect(await lastRate([0.9])).toBeCloseTo(15, 0)
  expect(await lastRate([0.9, null])).toBeNull()
  // One that never measures a distance says nothing by that.
  expect(await lastRate([null])).toBeCloseTo(15, 0)
  expect(await lastRate([undefined])).toBeCloseTo(15, 0)
})

it('knows distance from the first one on, however many readings are in a message [WA-9] [WA-8]', () => {
  const dists = [null, null, undefined, null, 0.9, null, null]
  const readings = dists.map((dist, nth): Reading => ({ ts: start + nth * 1_000, rr: 16, dist }))
  const absentIn = (some: number) => {
    const [bed, knowing] = [newBed(placeWith({}), defaultBaseline), createKnowing()]
    const messages = Array.from({ length: Math.ceil(dists.length / some) }, (_, nth) =>
      readings.slice(nth * some, (nth + 1) * some),
    )
    return messages.flatMap((message) => rowsOf(bed, message, knowing(bed, message)).map((row) => row.isDistAbsent))
  }
  const known = [true, true, true, true, null, null, null]
  expect([1, 2, 3, 7].map(absentIn)).toEqual([known, known, known, known])
})

it('says of a wave without a rate whether movement hides it [WA-2]', async () => {
  const gaussian = gaussianOf(3)
  let place = 0
  const moved = Array.from({ length: 40 * hz }, () => {
    place += 2 * gaussian()
    return place
  })
  const all = [...breathe({ rr: 15, seconds: 70, hz }), ...moved, ...new Array<number>(40 * hz).fill(place)]
  const readings = Array.from({ length: all.length / hz }, (_, second) => ({
    ts: start + (second + 1) * 1_000,
    rr: null,
    dist: 0.9,
    wave: { hz, samples: all.slice(second * hz, (second + 1) * hz) },
  }))
  const bed = newBed(placeWith({}), defaultBaseline)
  const rows = await rowsOfWaves(createWaveEstimates(nothingStored), bed, readings, () => true)
  expect(rows[69]).toMatchObject({ isMoving: null })
  expect(rows[69]!.rr).toBeCloseTo(15, 0)
  expect(rows[109]).toMatchObject({ rr: null, isMoving: true })
  expect(rows.at(-1)).toMatchObject({ rr: null, isMoving: null })
  // A rate of its own is believed, whatever its wave shows.
  const own = readings.map((reading) => ({ ...reading, rr: 14 }))
  const trusted = await rowsOfWaves(createWaveEstimates(nothingStored), bed, own, () => true)
  expect(trusted.filter(({ isMoving }) => isMoving)).toEqual([])
})
