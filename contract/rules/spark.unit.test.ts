import { expect, it } from 'vitest'
import { sparkBand, sparkPath, sparkSpan, sparkY } from './spark.ts'

const box = { width: 120, height: 32 }

it('draws from edge to edge and leaves gaps where there is no value [DA-2] [VI-3]', () => {
  const y = sparkY(22, box.height)
  expect(sparkPath([22, 22, null, 22, null], box)).toBe(`M0 ${y}l0 0L30 ${y}M90 ${y}l0 0`)
  expect(sparkPath([null, null], box)).toBe('')
  expect(sparkPath([], box)).toBe('')
  // The second half is to come.
  expect(sparkPath([22, 22, 22], box, 5)).toBe(`M0 ${y}l0 0L30 ${y}L60 ${y}`)
})

it('keeps values beyond the edges in the box [DA-2] [VI-3]', () => {
  expect([sparkY(80, 32), sparkY(0, 32)]).toEqual([0, 32])
  expect(sparkY(12, 32)).toBeGreaterThan(sparkY(22, 32))
})

it('has the band from the lower to the upper limit of the plan, whatever the box [VI-3]', () => {
  expect(sparkBand({ low: 12, high: 22 }, 32)).toEqual({ top: 16, height: 10 })
  expect(sparkBand({ low: 12, high: 22 }, 16)).toEqual({ top: 8, height: 5 })
  expect(sparkBand({ low: 4, high: 40 }, 32)).toEqual({ top: 0, height: 32 })
})

it('says the lowest and the highest, and nothing where nothing was measured [VI-3]', () => {
  expect(sparkSpan([null, 14, 17.5, null])).toEqual({ least: 14, greatest: 17.5 })
  expect(sparkSpan([null])).toBeNull()
})
