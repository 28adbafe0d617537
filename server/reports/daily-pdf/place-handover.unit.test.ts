import { expect, it } from 'vitest'
import type { DrawnNight } from './draw-night.ts'
import { narrow, place } from './place-handover.ts'

it('gives each column that has pictures their hours [HO-1]', () => {
  const row = { room: '1', name: 'A', rates: [], lines: [], hasPicture: true, night: {} as DrawnNight }
  const block = { section: 0, row, lines: [], height: 300, isFirst: true, hasHours: false }
  const heading = { ...block, row: null, height: 33, hasHours: true }
  const without = { ...block, row: { ...row, night: null } }
  const pages = place([heading, block, block, block, block, without], narrow, 60)
  expect(pages.map((blocks) => blocks.map(({ y, hoursAt }) => [y, hoursAt]))).toEqual([
    [
      [60, 89],
      [93, null],
      [393, null],
      [71, 67],
      [371, null],
    ],
    [[60, null]],
  ])
})
