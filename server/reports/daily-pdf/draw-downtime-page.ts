import type { DailyReport } from '@eupnea/contract/reports.ts'
import { shareText } from '@eupnea/contract/rules/downtime.ts'
import { type DowntimeLine, dailyReportTitle, nameText, shortRoomText } from '@eupnea/contract/rules/report-cells.ts'
import { m } from '@eupnea/texts'
import type { LinePen, LineStyle } from './line-pen.ts'
import { colors, type Doc, drawAdvisory, drawHead, mark, mm, room, type Structure, sheet } from './report-sheet.ts'

interface DowntimePage {
  readonly info: DailyReport['info']
  readonly rows: readonly DowntimeLine[]
  /** of the facility's monitored time, 0 to 1 */
  readonly share: number | null
  readonly isFirst: boolean
  /** `4 of 4` */
  readonly number: string
}

const rowHeight = 9.8 * mm
const headHeight = 22
const padding = 6
const edges = [0, 0.19, 0.47, 1].map((part) => sheet.side + part * room)
const heading: LineStyle = { size: 12, font: 'bold' }
const columnStyle: LineStyle = { size: 9, font: 'bold', color: colors.soft }
const cellStyle: LineStyle = { size: 10.5 }

/** Which residents were not monitored, how long and why (WA-10), and whose notifications came too late (WA-8). */
export function drawDowntimePage(doc: Doc, pen: LinePen, whole: Structure, page: DowntimePage): void {
  const { info, rows, share, isFirst, number } = page
  const note = share === null ? m.downtime_share_none() : shareText(share)
  const under = drawHead(doc, pen, null, { title: dailyReportTitle(info), note })
  const section = isFirst ? whole : null
  mark(doc, section, 'H2', 'Pagination', () => pen.draw(m.downtime_report_title(), sheet.side, under + 8, heading))
  const top = under + 14
  const table = doc.struct('Table')
  whole.add(table)
  const head = doc.struct('TR')
  table.add(head)
  const columns = [m.report_column_room(), m.report_column_name(), m.downtime_report_title()]
  for (const [column, name] of columns.entries()) {
    const scope = { title: name, scope: 'Column' }
    const draw = () => pen.draw(name, edges[column]! + padding, top + headHeight - 7, columnStyle)
    head.add(doc.struct('TH', scope, draw))
  }
  head.end()
  for (const [index, row] of rows.entries()) {
    const baseline = top + headHeight + index * rowHeight + rowHeight / 2 + 3.7
    const element = doc.struct('TR')
    table.add(element)
    const cells = [shortRoomText(row.room), nameText(row.first_name, row.last_name), row.text]
    for (const [column, text] of cells.entries()) {
      const width = edges[column + 1]! - edges[column]! - 2 * padding
      const draw = () => pen.draw(pen.fit(text, cellStyle, width), edges[column]! + padding, baseline, cellStyle)
      element.add(doc.struct('TD', {}, draw))
    }
    element.end()
  }
  table.end()
  mark(doc, null, '', 'Layout', () => {
    for (let row = 0; row <= rows.length; row++) {
      const y = top + headHeight + row * rowHeight
      doc.moveTo(sheet.side, y).lineTo(sheet.side + room, y)
    }
    doc.lineWidth(0.75).strokeColor(colors.line).stroke()
  })
  drawAdvisory(doc, pen, null, number)
}
