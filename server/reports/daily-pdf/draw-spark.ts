import type { DailyReportRow } from '@eupnea/contract/reports.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { sparkBand, sparkPath, sparkSpan } from '@eupnea/contract/rules/spark.ts'
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
  const band = sparkBand(limits, height)
  const [least, greatest] = [rateText(span.least, limits), rateText(span.greatest, limits)]
  doc.markContent('Span', { alt: m.rate_day_label({ least, greatest }) })
  // Its colours are not those of the text that comes next.
  doc.save().translate(x, y)
  doc.rect(0, band.top, width, band.height).fill(bandColor)
  doc.path(sparkPath(rates, { width, height })).lineWidth(0.8).lineCap('round').lineJoin('round')
  doc.strokeColor(colors.strong).stroke()
  doc.restore()
  doc.endMarkedContent()
}
