import type { DailyReportRow } from '@eupnea/contract/reports.ts'
import {
  dailyReportFileName,
  dailyReportTitle,
  downtimePages,
  type ReportCell,
  reportCells,
  reportColumns,
  reportPageCount,
  rowsPerPage,
} from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import type { ReportBeingRead } from '../daily-report.ts'
import { drawDowntimePage } from './draw-downtime-page.ts'
import { drawSpark } from './draw-spark.ts'
import { ink, LinePen, type LineStyle } from './line-pen.ts'
import {
  colors,
  type Doc,
  drawAdvisory,
  drawHead,
  drawMark,
  drawSquare,
  mark,
  mm,
  openDocument,
  room,
  type Structure,
  sheet,
  small,
} from './report-sheet.ts'

const rowHeight = 9.8 * mm
const headHeight = 22
const padding = 6
/** Left edges of the columns, and the right edge of the last. */
const edges = [0, 0.19, 0.47, 0.685, 0.9, 1].map((share) => sheet.side + share * room)
/** Distance from the left edge of a value to its change. */
const changeAt = 50

/** Below the rate, from the top of the row. */
const spark = { top: 18, height: 8 }

const cellStyle: LineStyle = { size: 10.5 }
const columnStyle: LineStyle = { size: 9, font: 'bold', color: colors.soft }
const belowStyle: LineStyle = { ...small, size: 7.5 }
const changeStyle: LineStyle = { size: 9.75, color: colors.soft }

/**
 * The daily report as a tagged PDF with 20 rows per A4 page (RP-2), followed by downtime and late notifications if there
 * were any (WA-10, WA-8). One table per page; headers and footers of later pages are artifacts, so that screen readers
 * read them only once.
 * @param flagged patient ids whose boxes are ticked
 * @param onPage called before each page is drawn
 */
export async function drawDailyReport(
  { info, downtime, total, parts }: ReportBeingRead,
  flagged: ReadonlySet<string>,
  onPage: (number: number) => void,
): Promise<Buffer> {
  const title = dailyReportFileName(info.clinic_name, info.date).replace(/\.pdf$/, '')
  const doc = openDocument({ title, author: info.clinic_name })
  const pen = new LinePen(doc)
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  const rowPages = reportPageCount(total)
  const missed = downtimePages(downtime)
  const pages = rowPages + missed.length
  let page = 0
  for await (const rows of pagesOf(parts)) {
    onPage(++page)
    doc.addPage()
    const head = { title: dailyReportTitle(info), note: m.report_timestamp() }
    const below = drawHead(doc, pen, page === 1 ? whole : null, head)
    const top = drawLegend(doc, pen, page === 1 ? whole : null, below)
    drawTable(doc, pen, whole, rows, { top, flagged })
    drawAdvisory(doc, pen, page === rowPages ? whole : null, m.report_page_number({ page, pages }))
  }
  for (const [index, rows] of missed.entries()) {
    onPage(++page)
    doc.addPage()
    drawDowntimePage(doc, pen, whole, {
      ...{ info, rows, share: downtime.monitored_share, isFirst: index === 0 },
      number: m.report_page_number({ page, pages }),
    })
  }
  whole.end()
  return doc.bytes()
}

/** Full pages as soon as their rows have arrived; one empty page if there are no rows. */
async function* pagesOf(parts: ReportBeingRead['parts']): AsyncGenerator<readonly DailyReportRow[]> {
  let [rows, isFirst] = [[] as DailyReportRow[], true]
  for await (const part of parts) {
    rows.push(...part)
    for (; rows.length >= rowsPerPage; isFirst = false) yield rows.splice(0, rowsPerPage)
  }
  if (rows.length > 0 || isFirst) yield rows
}

interface TablePlace {
  readonly top: number
  readonly flagged: ReadonlySet<string>
}

function drawTable(
  doc: Doc,
  pen: LinePen,
  whole: Structure,
  rows: readonly DailyReportRow[],
  { top, flagged }: TablePlace,
): void {
  const table = doc.struct('Table')
  whole.add(table)
  const head = doc.struct('TR')
  table.add(head)
  for (const [column, name] of reportColumns().entries()) {
    const scope = { title: name, scope: 'Column' }
    const left = column === 4 ? (edges[4]! + edges[5]! - pen.width(name, columnStyle)) / 2 : edges[column]! + padding
    head.add(doc.struct('TH', scope, () => pen.draw(name, left, top + headHeight - 7, columnStyle)))
  }
  head.end()
  for (const [index, row] of rows.entries()) {
    const y = top + headHeight + index * rowHeight
    const element = doc.struct('TR')
    table.add(element)
    for (const draw of drawnCells(doc, pen, row, y, flagged.has(row.patient_id)))
      element.add(doc.struct('TD', {}, draw))
    element.end()
  }
  table.end()
  mark(doc, null, '', 'Layout', () => {
    const line = (y: number) => doc.moveTo(sheet.side, y).lineTo(sheet.side + room, y)
    line(top + headHeight)
      .lineWidth(1.1)
      .strokeColor(colors.strong)
      .stroke()
    for (let row = 1; row <= rows.length; row++) line(top + headHeight + row * rowHeight)
    doc.lineWidth(0.75).strokeColor(colors.line).stroke()
  })
}

function drawnCells(doc: Doc, pen: LinePen, row: DailyReportRow, y: number, isFlagged: boolean): (() => void)[] {
  const cells = reportCells(row)
  const baseline = y + rowHeight / 2 + 3.7
  const words =
    (column: 0 | 1, text: string, mark = '') =>
    () => {
      const left = edges[column]! + padding
      const markWidth = mark === '' ? 0 : pen.width(mark, small) + padding
      const width = edges[column + 1]! - edges[column]! - 2 * padding - markWidth
      const shown = pen.fit(text, cellStyle, width)
      pen.draw(shown, left, baseline, cellStyle)
      if (mark !== '') pen.draw(mark, left + pen.width(shown, cellStyle) + padding, baseline, small)
    }
  const value = (column: 2 | 3, now: ReportCell, change: ReportCell, height: number) => {
    const left = edges[column]! + padding
    drawPart(doc, pen, now, left, height, { ...cellStyle, font: 'bold' })
    const width = edges[column + 1]! - left - changeAt
    if (pen.width(change.text, changeStyle) > width) drawWords(pen, change.text, left + changeAt, height)
    else if (change.text !== '') drawPart(doc, pen, change, left + changeAt, height, changeStyle)
  }
  /** The rate, and below it whose limits these are and the picture of the day. */
  const rate = () => {
    value(2, cells.rr, cells.rrChange, baseline - 4)
    const left = edges[2]! + padding
    if (cells.rrLimits !== '') pen.draw(cells.rrLimits, left, baseline + 6, belowStyle)
    const from = cells.rrLimits === '' ? left : left + pen.width(cells.rrLimits, belowStyle) + padding
    drawSpark(doc, row, { x: from, y: y + spark.top, width: edges[3]! - padding - from, height: spark.height })
  }
  return [
    words(0, cells.room),
    words(1, cells.name, cells.mark),
    rate,
    () => value(3, cells.timeInBed, cells.timeInBedChange, baseline),
    () => drawBox(doc, (edges[4]! + edges[5]!) / 2, y + rowHeight / 2, isFlagged),
  ]
}

/** Words where there is no change yet: on two lines, beside the value. */
function drawWords(pen: LinePen, text: string, left: number, baseline: number): void {
  const words = text.split(' ')
  const half = Math.ceil(words.length / 2)
  pen.draw(words.slice(0, half).join(' '), left, baseline - 6, belowStyle)
  pen.draw(words.slice(half).join(' '), left, baseline + 2, belowStyle)
}

/** Red values also get a mark, for people who don't see red and printers without it. */
function drawPart(doc: Doc, pen: LinePen, cell: ReportCell, left: number, baseline: number, style: LineStyle): void {
  if (!cell.isRed) {
    pen.draw(cell.text, left, baseline, style)
    return
  }
  drawMark(doc, pen, left, baseline)
  pen.draw(cell.text, left + 13.5, baseline, { ...style, font: 'bold', color: colors.danger })
}

/** A box to tick on paper; ticked for flagged residents. */
const drawBox = (doc: Doc, middle: number, height: number, isTicked: boolean): void =>
  doc.place(
    doc.kept(`box ${isTicked}`, () => {
      doc.markContent('Span', { actual: isTicked ? '☑' : '☐' })
      drawSquare(doc, colors.strong, 11, -5.5, -5.5)
      if (isTicked) doc.lineWidth(1.6).strokeColor(ink).moveTo(-3.2, 0.2).lineTo(-0.8, 2.8).lineTo(3.6, -3).stroke()
      doc.endMarkedContent()
    }),
    middle,
    height,
  )

/** What red and its mark mean, above the first of them. @returns where the table begins */
function drawLegend(doc: Doc, pen: LinePen, parent: Structure | null, below: number): number {
  mark(doc, parent, 'P', 'Pagination', () => {
    drawMark(doc, pen, sheet.side, below)
    pen.draw(m.report_legend(), sheet.side + 14, below, small)
  })
  return below + 4 * mm
}
