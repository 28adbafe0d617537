import type { DailyReportRow } from '@eupnea/contract/reports.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { sparkBand, sparkPoints, sparkSpan } from '@eupnea/contract/rules/spark.ts'
import { m } from '@eupnea/texts'
import { colors, type Doc } from './report-sheet.ts'

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

const bandColor = '#e4f0ec'

/** A resident's rates as vectors, over the band of their limits, as on the screen (VI-3). Readers get its extremes. */
export function drawSpark(
  doc: Doc,
  { rates, limits }: Pick<DailyReportRow, 'rates' | 'limits'>,
  { x, y, width, height }: Box,
): void {
  const span = sparkSpan(rates)
  if (!span) return
  const [least, greatest] = [rateText(span.least, limits), rateText(span.greatest, limits)]
  doc.markContent('Span', { alt: m.rate_day_label({ least, greatest }) })
  // Its colours are not those of the text that comes next.
  doc.save().translate(x, y)
  doc.addContent(ground(doc, sparkBand(limits, height), width))
  // Point by point: as a path for pdfkit to read, it took longer than all else in the row.
  for (const { x, y, isFirst } of sparkPoints(rates, { width, height })) {
    if (isFirst) doc.moveTo(x, y)
    doc.lineTo(x, y)
  }
  doc.stroke()
  doc.restore()
  doc.endMarkedContent()
}

/** The band, and the style of the line over it. A report of hundreds has a few kinds, so each is made once. */
const grounds = new Map<string, string>()

function ground(doc: Doc, { top, height }: ReturnType<typeof sparkBand>, width: number): string {
  const key = `${top} ${height} ${width}`
  const made =
    grounds.get(key) ??
    doc.recorded(() => {
      doc.rect(0, top, width, height).fill(bandColor)
      doc.lineWidth(0.8).lineCap('round').lineJoin('round').strokeColor(colors.strong)
    })
  grounds.set(key, made)
  return made
}
