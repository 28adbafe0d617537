import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { describe, expect, it } from 'vitest'
import { marksByPoint } from './marks.ts'
import { curveOf, limitsThen, lonelyIndices, outsideRuns, spanOf, widened } from './series.ts'

const minute = 60_000
const point = (at: number, avg: number | null) => ({ at, avg, min: avg && avg - 1, max: avg && avg + 1 })

describe('curve', () => {
  it('breaks the line where minutes are missing [RE-7]', () => {
    const curve = curveOf([point(0, 15), point(minute, 16), point(5 * minute, 14)], minute)
    expect(curve[0]).toEqual([0, minute, 2 * minute, 5 * minute])
    expect(curve[1]).toEqual([15, 16, null, 14])
    expect(curve[2]).toEqual([14, 15, null, 13])
    expect(curve[3]).toEqual([16, 17, null, 15])
  })

  it('keeps minutes without a value as holes and sorts what comes unsorted [RE-7]', () => {
    const curve = curveOf([point(2 * minute, 16), point(0, 15), point(minute, null)], minute)
    expect(curve[1]).toEqual([15, null, 16])
  })

  it('finds values that have no neighbour to draw a line to [RE-7]', () => {
    expect(lonelyIndices([1, null, 2, 3, null, 4])).toEqual([0, 5])
    expect(lonelyIndices([])).toEqual([])
  })

  it('says what was measured, and nothing when nothing was [RE-7]', () => {
    const points = [point(0, 14), point(minute, 16), point(9 * minute, null)]
    expect(spanOf(points)).toEqual({ min: 13, max: 17, mean: 15, count: 2 })
    expect(spanOf([])).toBeNull()
  })

  it('widens steps without losing a peak or filling a hole [RE-7]', () => {
    const points = [point(0, 14), point(minute, 30), point(10 * minute, null), point(31 * minute, 16)]
    expect(widened(points, 10 * minute)).toEqual([
      { at: 0, avg: 22, min: 13, max: 31 },
      { at: 10 * minute, avg: null, min: null, max: null },
      { at: 30 * minute, avg: 16, min: 15, max: 17 },
    ])
  })

  it('finds stretches out of range by severity, broken by gaps and by what is usual [VI-4]', () => {
    const times = [0, 1, 2, 3, 4, 5, 6, 9].map((at) => at * minute)
    const rates = [16, 22, 23, 31, 21.9, 12, null, 8]
    expect(outsideRuns(times, rates, minute, () => defaultPlan)).toEqual([
      { from: minute, until: 3 * minute, severity: 'warning' },
      { from: 3 * minute, until: 4 * minute, severity: 'danger' },
      { from: 5 * minute, until: 6 * minute, severity: 'warning' },
      { from: 9 * minute, until: 10 * minute, severity: 'danger' },
    ])
    expect(outsideRuns(times, rates, minute, () => null)).toEqual([])
  })

  it('judges each step by the limits that held then [VI-4] [PL-2]', () => {
    const times = [0, 1, 2, 3].map((at) => at * minute)
    const [wide, narrow] = [
      { ...defaultPlan, high: 26 },
      { ...defaultPlan, high: 20 },
    ]
    const earlier = [
      { until: minute, limits: wide },
      { until: 2 * minute, limits: narrow },
    ]
    const at = (ms: number) => limitsThen(defaultPlan, earlier, ms)
    expect(times.map((ms) => at(ms).high)).toEqual([26, 20, 22, 22])
    expect(outsideRuns(times, [21, 21, 21, 22], minute, at)).toEqual([
      { from: minute, until: 2 * minute, severity: 'warning' },
      { from: 3 * minute, until: 4 * minute, severity: 'warning' },
    ])
  })

  it('reads each mark with the point before it, and with the first one otherwise [VI-4]', () => {
    const mark = (at: number) => ({ at, kind: 'note' as const, text: String(at) })
    const told = marksByPoint([mark(5), mark(10), mark(19), mark(25)], [10, 20])
    expect([...told].map(([index, marks]) => [index, marks.map(({ at }) => at)])).toEqual([
      [0, [5, 10, 19]],
      [1, [25]],
    ])
    expect(marksByPoint([mark(5)], []).size).toBe(0)
  })
})
