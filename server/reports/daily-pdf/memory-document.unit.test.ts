import { expect, it } from 'vitest'
import { fontOfDocument } from './fonts.ts'
import { openDocument } from './report-sheet.ts'

it('sets marks above and beside their letters within a line as wide as pdfkit says [RP-2]', () => {
  const doc = openDocument({ title: 'Report', author: 'Test' })
  doc.addPage()
  const use = (font: 'text' | 'thai' | 'arabic') =>
    doc
      .registerFont(font, fontOfDocument(font) as unknown as Uint8Array)
      .font(font)
      .fontSize(20)
  for (const [font, text] of [
    ['text', 'Tom AVATAR'],
    ['thai', 'ที่ปู่'],
    ['arabic', 'عَبْدُ'],
  ] as const) {
    use(font)
    expect(doc.line(text, []).width).toBeCloseTo(doc.widthOfString(text, { features: [] }), 6)
  }
  // Above its letter, then back on the line.
  expect(doc.line('عَ', []).operators.match(/^\S+ Ts$/gm)).toEqual(['6.32 Ts', '0 Ts'])
  use('text')
  expect(doc.line('AVA', []).operators).toMatch(/^\[<\w{4}> \d+ <\w{4}> \d+ <\w{4}>\] TJ$/)
})
