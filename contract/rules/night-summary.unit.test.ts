import { expect, it } from 'vitest'
import type { NightCell } from './night.ts'
import { summariseNight } from './night-summary.ts'

const usual = { median: 16, spread: 1.5 }
const cells = (count: number, bed: number | null, rate: number | null = null): NightCell[] =>
  Array.from({ length: count }, () => ({ bed, rate }))
/** 18 hours, of which `hours` in bed; up `ups` times */
const night = (hours: number, ups = 0, rate: number | null = 16): NightCell[] => {
  const asleep = cells(hours * 6, 1, rate)
  for (let up = 1; up <= ups; up++) asleep[up * 3] = { bed: 0, rate: null }
  return [...cells(24, 0), ...asleep, ...cells(84 - hours * 6, 0)]
}
const nightOf = (cells: NightCell[]) => ({
  ...{ date: '2026-11-20', cells },
  minutes_in_bed: cells.filter(({ bed }) => bed === 1).length * 10,
})
const summaryOf = (last: NightCell[], before: NightCell[][], of: typeof usual | null = usual) =>
  summariseNight(nightOf(last), before.map(nightOf), of)!
const compared = (last: NightCell[], before: NightCell[][]) => {
  const { in_bed, ups, rate } = summaryOf(last, before)
  return [in_bed.compared, ups?.compared ?? null, rate.compared]
}

it('compares a night with the three or more before it [EA-7]', () => {
  const before = [night(8), night(8, 1), night(7, 1)]
  expect(compared(night(8, 1), before)).toEqual(['usual', 'usual', 'usual'])
  expect(compared(night(10, 4, 20), before)).toEqual(['more', 'more', 'more'])
  expect(compared(night(5, 0, 13), before)).toEqual(['less', 'usual', 'less'])
  expect(compared(night(5, 0, 13), before.slice(1))).toEqual([null, null, 'less'])
  expect(summaryOf(night(5), before).in_bed).toEqual({ hours: 5, usual: 7.8, compared: 'less' })
})

it('calls three quarters of an hour and one time up more or less still usual [EA-7]', () => {
  const before = [night(8, 2), night(8, 2), night(8, 2)]
  const hours = (minutes: number) => compared(night(minutes / 60, 2), before)[0]
  expect([430, 440, 520, 530].map(hours)).toEqual(['less', 'usual', 'usual', 'more'])
  const times = (ups: number) => compared(night(8, ups), before)[1]
  expect([0, 1, 3, 4].map(times)).toEqual(['less', 'usual', 'usual', 'more'])
})

it('calls exactly three quarters of an hour usual, whatever floating point makes of it [EA-7]', () => {
  const inBed = (minutes_in_bed: number) => ({ ...nightOf(night(8)), minutes_in_bed })
  const compared = (minutes: number, usually: number) =>
    summariseNight(inBed(minutes), [usually, usually, usually].map(inBed), usual)!.in_bed.compared
  for (let minutes = 60; minutes < 900; minutes++)
    expect([compared(minutes, minutes + 45), compared(minutes, minutes + 46)]).toEqual(['usual', 'less'])
})

it('compares only nights of which most was measured [EA-7]', () => {
  const half = [...night(8).slice(0, 50), ...cells(58, null)]
  const whole = [night(8), night(8), night(8)]
  expect(compared(half, whole)).toEqual([null, null, 'usual'])
  expect(summaryOf(half, whole)).toMatchObject({ hours: 18, hours_measured: 8.3 })
  expect(compared(night(8), [half, half, night(8)])).toEqual([null, null, 'usual'])
  const until = (count: number) => [...night(8).slice(0, count), ...cells(108 - count, null)]
  expect([71, 72].map((count) => compared(until(count), whole)[0])).toEqual([null, 'usual'])
})

it('says nothing of a night without measurements, and no rate where there is none [EA-7]', () => {
  expect(summaryOf(cells(108, null), [night(8)])).toBeNull()
  expect(summaryOf(night(8, 0, null), []).rate).toEqual({ mean: null, usual: { low: 15, high: 18 }, compared: null })
  expect(summaryOf(night(8), [], null).rate.compared).toBeNull()
})

it('calls a rate unusual only if it is outside the usual range as both are said [EA-7]', () => {
  const rateOf = (rate: number, median: number, spread: number) =>
    summaryOf(night(8, 0, rate), [], { median, spread }).rate
  expect(rateOf(17.4, 16.2, 1)).toEqual({ mean: 17.4, usual: { low: 15, high: 17 }, compared: 'usual' })
  expect(rateOf(14.6, 16.2, 1.4).compared).toBe('usual')
  for (let median = 12; median < 18; median += 0.03)
    for (let rate = median - 4; rate < median + 4; rate += 0.07) {
      const { mean, usual, compared } = rateOf(rate, median, 1.2)
      const said = Math.round(mean!)
      expect(compared).toBe(said < usual!.low ? 'less' : said > usual!.high ? 'more' : 'usual')
    }
})

it('doesn’t say that nobody got up where nobody knows [EA-7] [WA-9]', () => {
  const unknown = (ups: number) => night(8, ups).with(50, { bed: null, rate: null })
  expect(summaryOf(unknown(0), []).ups).toBeNull()
  expect(summaryOf(unknown(1), []).ups).toEqual({ times: 1, usual: null, compared: null })
  // Nor where it isn't known what came just before or after the time in bed.
  for (const cell of [23, 72]) expect(summaryOf(night(8).with(cell, { bed: null, rate: null }), []).ups).toBeNull()
  expect(summaryOf([...night(8).slice(0, 40), ...cells(68, null)], []).ups).toBeNull()
  expect(summaryOf(night(8).with(0, { bed: null, rate: null }), []).ups).toMatchObject({ times: 0 })
})
