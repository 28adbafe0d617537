import { defaultPlan } from '@eupnea/contract/rules/plan.ts'
import { expect, it } from 'vitest'
import { drawSpark } from './draw-spark.ts'
import { openDocument } from './report-sheet.ts'

it('draws the rates of a day as vectors over the band of the limits, with words for readers [VI-3]', () => {
  const doc = openDocument({ title: 'Report', author: 'Test' })
  doc.addPage()
  const draw = (rates: (number | null)[]) =>
    doc.recorded(() => drawSpark(doc, { rates, limits: defaultPlan }, { x: 10, y: 20, width: 40, height: 8 }))
  const operators = draw([14, 16, null, 25, 25])
  // The band from 22 down to 12 breaths a minute, then two lines with a gap between them.
  expect(operators.match(/^[\d.]+ [\d.]+ [\d.]+ [\d.]+ re$/gm)).toEqual(['0 4 40 2.5 re'])
  expect(operators.match(/^[\d.]+ [\d.]+ m$/gm)).toEqual(['0 6 m', '30 3.3 m'])
  expect(operators.match(/^[\d.]+ [\d.]+ l$/gm)).toEqual(['0 6 l', '10 5.5 l', '30 3.3 l', '40 3.3 l'])
  expect(operators.match(/^[qQ]$/gm)).toEqual(['q', 'Q'])
  expect(operators).toContain('Hour by hour: 14.0 to 25.0 BrPM')
  expect(draw([null, null])).toBe('')
})
