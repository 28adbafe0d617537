import { expect, it } from 'vitest'
import { rangeInView } from './range-in-view.ts'

it('works out which cards of an even grid are in or near the window [DA-6]', () => {
  // Rows of 5, 176 px apart, in a window of 900 px; the margin adds a row above and below.
  expect(rangeInView(160, 176, 5, 900)).toEqual([0, 30])
  expect(rangeInView(-10_000, 176, 5, 900)).toEqual([275, 315])
  expect(rangeInView(5_000, 176, 5, 900)).toEqual([0, 0])
})
