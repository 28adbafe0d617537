import { expect, it } from 'vitest'
import { drawNight } from './draw-night.ts'
import { openDocument } from './report-sheet.ts'

const night = {
  ...{ date: '2026-11-22', from: '2026-11-22T18:00:00Z', until: '2026-11-23T12:00:00Z' },
  beds: [0, 0, 1, 1, 1, null, null],
  minutes_in_bed: 30,
  rates: [null, null, 17, 17, 24, null, null],
}

function draw(median: number): string {
  const doc = openDocument({ title: 'Night', author: 'Test' })
  doc.addPage()
  return doc.recorded(() =>
    drawNight(doc, { patient_id: 'p', usual: { median, spread: 1 }, night }, { x: 0, y: 0, width: 108, height: 10 }),
  )
}

it('draws a night as vectors: usual, much faster, out of bed, not monitored [VI-1]', () => {
  const operators = draw(17)
  const rectangles = operators.match(/^[\d.]+ [\d.]+ [\d.]+ [\d.]+ re$/gm)
  // The frame, out of bed, two cells as usual, one much faster.
  expect(rectangles).toEqual(['0 0 108 10 re', '0 8.5 2 1.5 re', '2 0 2 10 re', '4 0 1 10 re'])
  const colour = (hex: string) =>
    [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255).map((share) => share.toString().slice(0, 5))
  for (const hex of ['#bfd8cf', '#c4621a']) for (const share of colour(hex)) expect(operators).toContain(share)
  expect(operators.match(/^[qQ]$/gm)).toEqual(['q', 'Q'])
  // Lines across what was not monitored.
  expect(operators).toMatch(/^5 10 m$/m)
})

it('draws lines across what is slower than usual, for a printer without colours [VI-1]', () => {
  const levels = (operators: string) => operators.match(/^2 [\d.]+ m\n4 [\d.]+ l$/gm) ?? []
  expect(levels(draw(17))).toEqual([])
  expect(levels(draw(24))).toHaveLength(5)
})
