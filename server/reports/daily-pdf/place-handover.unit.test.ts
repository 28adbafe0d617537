import { expect, it } from 'vitest'
import type { DrawnNight } from './draw-night.ts'
import { LinePen } from './line-pen.ts'
import { blocksOf, narrow, place, wide } from './place-handover.ts'
import { openDocument } from './report-sheet.ts'

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

const penOfPage = () => {
  const doc = openDocument({ title: 'Handover', author: 'Test' })
  doc.addPage()
  return new LinePen(doc)
}

it('makes room for a name that is too long beside its room [HO-1]', () => {
  const lines = [{ key: '', tone: 'plain', text: 'Sensor silent since 03:12' }] as const
  const rowOf = (room: string, name: string) => ({ room, name, lines, rates: [], hasPicture: false, night: null })
  const rows = [
    rowOf('104', 'Ada Byron'),
    rowOf('Garden wing, north side 12B', 'Wilhelmina Featherstone-Haugh'),
    rowOf('', ''),
  ]
  const [, short, long, facility] = blocksOf(penOfPage(), [{ title: 'Check sensors', rows }], wide)
  expect(short!.height).toBe(facility!.height)
  expect(long!.height).toBe(short!.height + wide.leading)
})

it('breaks a line after a dot between two facts, not before it [HO-1]', () => {
  const pen = penOfPage()
  const text = 'Out of bed until 09:22 · Out of bed since 14:37'
  for (let room = 60; room < 240; room += 2)
    for (const line of pen.wrap(text, { size: 8.25 }, room)) expect(line).not.toMatch(/^·/)
})
