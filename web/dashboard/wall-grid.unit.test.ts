import { expect, it } from 'vitest'
import { wallGridFor, wallScaleFor } from './wall-grid.ts'

/** Height of a bar of one line and the footer. */
const taken = 121

it.each([
  [1920, 1080],
  [1280, 720],
  [3840, 2160],
])('24 residents fit a screen of %i × %i [DA-7]', (width, height) => {
  for (let count = 1; count <= 24; count++) {
    const { columns, isFitting } = wallGridFor(count, width, height - taken)
    expect(isFitting).toBe(true)
    expect(width / columns).toBeGreaterThanOrEqual(240)
    expect((height - taken) / Math.ceil(count / columns)).toBeGreaterThanOrEqual(112)
  }
})

it('more residents than fit get pages of roomy cards, and a phone has one column [DI-2]', () => {
  expect(wallGridFor(500, 1920, 1080 - taken)).toEqual({ columns: 6, rows: 6, isFitting: false })
  expect(wallGridFor(24, 390, 844 - taken)).toEqual({ columns: 1, rows: 4, isFitting: false })
  expect(wallGridFor(24, 390, 200 - taken)).toMatchObject({ rows: 2 })
})

it.each([
  [1280, 720, 1],
  [1920, 1080, 1],
  [1080, 1920, 1],
  [2560, 1440, 4 / 3],
  [3840, 2160, 2],
  [2160, 3840, 2],
  [5120, 1080, 1],
])('a screen of %i × %i is drawn %d times as large [DA-7]', (width, height, scale) => {
  expect(wallScaleFor(width, height)).toBeCloseTo(scale)
})
