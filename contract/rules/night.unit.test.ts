import { expect, it } from 'vitest'
import { hoursOf, lookOf, type NightCell, stretchesOf, sumNight, toneOf, usualRange } from './night.ts'

const usual = { median: 17, spread: 1.5 }
const cell = (bed: number | null, rate: number | null = null): NightCell => ({ bed, rate })

it('colours a rate by the resident’s own usual, and not at all while that is unknown [VI-1] [VI-2]', () => {
  expect([13.9, 14.1, 15.5, 18.5, 18.6, 20, 20.1].map((rate) => toneOf(rate, usual))).toEqual([
    'much_slower',
    'slower',
    'usual',
    'usual',
    'faster',
    'faster',
    'much_faster',
  ])
  expect(toneOf(40, null)).toBeNull()
  expect(usualRange(usual)).toEqual([16, 19])
})

it('tells in bed, out of bed and not monitored apart [VI-1]', () => {
  expect([cell(1, 16), cell(0.5), cell(0.4, 16), cell(0), cell(null)].map(lookOf)).toEqual([
    'in',
    'in',
    'out',
    'out',
    'unmonitored',
  ])
})

it('joins cells that look alike [VI-1]', () => {
  const cells = [cell(0), cell(0), cell(1, 17), cell(1, 17.2), cell(1, 22), cell(1), cell(null)]
  expect(stretchesOf(cells, usual)).toEqual([
    { from: 0, until: 2, look: 'out', tone: null },
    { from: 2, until: 4, look: 'in', tone: 'usual' },
    { from: 4, until: 5, look: 'in', tone: 'much_faster' },
    { from: 5, until: 6, look: 'in', tone: null },
    { from: 6, until: 7, look: 'unmonitored', tone: null },
  ])
})

it('sums a night: rate in bed, hours, times out between, time not monitored [VI-2]', () => {
  const cells = [cell(0), cell(1, 16), cell(1, 18), cell(0), cell(0), cell(null), cell(0), cell(1, 20), cell(0)]
  const night = { cells, minutes_in_bed: 27 }
  expect(sumNight(night)).toEqual({ rate: 18, hoursInBed: 0.45, timesOut: 2, minutesUnmonitored: 10 })
  // What was measured beside the bed is nobody's rate in it.
  expect(sumNight({ cells: [cell(1, 16), cell(0, 30)], minutes_in_bed: 10 }).rate).toBe(16)
  const none = { cells: [], minutes_in_bed: 0 }
  expect(sumNight(none)).toEqual({ rate: null, hoursInBed: 0, timesOut: 0, minutesUnmonitored: 0 })
})

it('makes hours of cells, also of a last one that is not over [VI-2]', () => {
  const cells = [
    ...Array.from({ length: 6 }, (_, at) => cell(at < 3 ? 1 : 0, at < 3 ? 16 : null)),
    cell(null),
    cell(1, 20),
  ]
  expect(hoursOf(cells)).toEqual([
    { bed: 0.5, rate: 16 },
    { bed: 1, rate: 20 },
  ])
})
