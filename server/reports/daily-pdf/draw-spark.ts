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
  // Written here: pdfkit's own way took longer than all else in the row.
  const line = sparkPoints(rates, { width, height }).map(
    ({ x, y, isFirst }) => `${isFirst ? `${x} ${y} m\n` : ''}${x} ${y} l\n`,
  )
  doc.place(`${ground(doc, sparkBand(limits, height), width)}\n${line.join('')}S`, x, y)
  doc.endMarkedContent()
}

/** The band, and the style of the line over it. */
const ground = (doc: Doc, { top, height }: ReturnType<typeof sparkBand>, width: number): string =>
  doc.kept(`band ${top} ${height} ${width}`, () => {
    doc.rect(0, top, width, height).fill(bandColor)
    doc.lineWidth(0.8).lineCap('round').lineJoin('round').strokeColor(colors.strong)
  })
