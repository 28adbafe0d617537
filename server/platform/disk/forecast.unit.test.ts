import { expect, it } from 'vitest'
import { addSample, daysLeft, type Sample } from './forecast.ts'

const hour = 3_600_000
const gigabyte = 1e9

const grown = (hours: number, perHour: number): readonly Sample[] => {
  let samples: readonly Sample[] = []
  for (let minute = 0; minute <= hours * 60; minute++)
    samples = addSample(samples, { at: minute * 60_000, used: (minute / 60) * perHour })
  return samples
}

it('knows the days left by the growth of the last day [AN-11]', () => {
  const samples = grown(48, gigabyte)
  expect(samples.length).toBeLessThan(150)
  expect(daysLeft(samples, { at: 48 * hour, used: 48 * gigabyte }, 48 * gigabyte)).toBeCloseTo(2, 1)
  expect(daysLeft(samples, { at: 48 * hour, used: 48 * gigabyte }, 0)).toBe(0)
})

it('says nothing of what grows not, or is known for a short time only [AN-11]', () => {
  expect(daysLeft(grown(48, 0), { at: 48 * hour, used: 0 }, gigabyte)).toBeNull()
  expect(daysLeft(grown(48, -1), { at: 48 * hour, used: -48 }, gigabyte)).toBeNull()
  expect(daysLeft(grown(5, gigabyte), { at: 5 * hour, used: 5 * gigabyte }, gigabyte)).toBeNull()
  expect(daysLeft([], { at: 0, used: 1 }, gigabyte)).toBeNull()
})

it('begins anew when the clock was set back', () => {
  expect(addSample(grown(2, 1), { at: hour, used: 5 })).toEqual([{ at: hour, used: 5 }])
})
