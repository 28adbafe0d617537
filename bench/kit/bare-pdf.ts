import { buffer } from 'node:stream/consumers'
import type { DailyReport } from '@eupnea/contract/reports.ts'
import { dailyReportTitle, reportCells, reportColumns, reportPages } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import PDFDocument from 'pdfkit'
import { fontBytes } from '../../server/reports/daily-pdf/fonts.ts'

/**
 * Noto Sans, as when the goal was set: the typeface of the reports is a tenth of its size, and opening that one would
 * make the yardstick shorter without making a report slower.
 */
const fonts = { text: fontBytes('wideText'), bold: fontBytes('wideBold') }

/** The cells of the daily report drawn by bare pdfkit: positioned text and a line under each row, nothing else. */
export function printCells({ info, items }: DailyReport): Promise<Buffer> {
  const doc = new PDFDocument({ size: 'A4', margin: 0, autoFirstPage: false })
  const made = buffer(doc)
  doc.registerFont('text', fonts.text).registerFont('bold', fonts.bold)
  const pages = reportPages(items)
  for (const [index, rows] of pages.entries()) {
    doc.addPage()
    const print = (text: string, x: number, y: number, size: number, font: 'text' | 'bold' = 'text') =>
      doc.font(font).fontSize(size).text(text, x, y, { lineBreak: false })
    print(dailyReportTitle(info), 40, 40, 13.5, 'bold')
    print(m.report_timestamp(), 40, 60, 9)
    for (const [column, name] of reportColumns().entries()) print(name, 40 + column * 105, 85, 9, 'bold')
    for (const [row, resident] of rows.entries()) {
      const { room, name, rr, rrChange, timeInBed, timeInBedChange } = reportCells(resident)
      const y = 110 + row * 27.8
      for (const [column, text] of [room, name].entries()) print(text, 40 + column * 105, y, 10.5)
      print(rr.text, 250, y, 10.5, 'bold')
      print(timeInBed.text, 355, y, 10.5, 'bold')
      for (const [column, { text }] of [rrChange, timeInBedChange].entries())
        if (text !== '') print(text, 300 + column * 105, y, 9.75)
      doc.rect(500, y, 11, 11).stroke()
      doc
        .moveTo(40, y + 20)
        .lineTo(555, y + 20)
        .stroke()
    }
    print(m.report_legend(), 40, 790, 8.25)
    print(m.report_advisory(), 40, 803, 8.25)
    print(m.report_page_number({ page: index + 1, pages: pages.length }), 520, 803, 8.25)
  }
  doc.end()
  return made
}
