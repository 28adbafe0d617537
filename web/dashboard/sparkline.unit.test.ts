import { expect, it } from 'vitest'
import { sparkHeight, sparkPath, sparkY } from './sparkline.ts'

it('draws from edge to edge and leaves gaps where there is no value [DA-2]', () => {
  const y = sparkY(22)
  expect(sparkPath([22, 22, null, 22, null])).toBe(`M0 ${y}l0 0L30 ${y}M90 ${y}l0 0`)
  expect(sparkPath([null, null])).toBe('')
  expect(sparkPath([])).toBe('')
})

it('keeps values beyond the edges in the box [DA-2]', () => {
  expect([sparkY(80), sparkY(0)]).toEqual([0, sparkHeight])
  expect(sparkY(12)).toBeGreaterThan(sparkY(22))
})
