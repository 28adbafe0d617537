import { expect, it } from 'vitest'
import { columnsFor } from './wall-columns.ts'

it.each([
  [1920, 1080],
  [1280, 720],
  [3840, 2160],
])('24 residents fit a screen of %i × %i without scrolling [DA-7]', (width, height) => {
  for (let count = 1; count <= 24; count++) {
    const { columns, isFitting } = columnsFor(count, width, height)
    expect(isFitting).toBe(true)
    expect(width / columns).toBeGreaterThanOrEqual(240)
    expect((height - 130) / Math.ceil(count / columns)).toBeGreaterThanOrEqual(112)
  }
})

it('hundreds scroll in roomy columns, and a phone has one [DA-7]', () => {
  expect(columnsFor(500, 1920, 1080)).toEqual({ columns: 6, isFitting: false })
  expect(columnsFor(24, 390, 844)).toEqual({ columns: 1, isFitting: false })
})
