import { m } from '@eupnea/texts'
import { ink, type LinePen, type LineStyle } from './line-pen.ts'
import { colors, type Doc } from './report-sheet.ts'

type Point = readonly [number, number]

const size = 10.5
const corner = 3.1
const octagon: readonly Point[] = [
  [corner, 0],
  [size - corner, 0],
  [size, corner],
  [size, size - corner],
  [size - corner, size],
  [corner, size],
  [0, size - corner],
  [0, corner],
]
const triangle: readonly Point[] = [
  [size / 2, 0.5],
  [size, size - 0.5],
  [0, size - 0.5],
]

interface MarkPlace {
  readonly left: number
  readonly baseline: number
}

/** A filled octagon for a danger, a triangle for a warning, as on the page: told apart without colours. */
export function drawToneMark(doc: Doc, pen: LinePen, tone: 'danger' | 'warn', { left, baseline }: MarkPlace): void {
  const isDanger = tone === 'danger'
  const corners = (isDanger ? octagon : triangle).map(([x, y]): Point => [left + x, baseline - 8.7 + y])
  const word = isDanger ? m.notification_severity_danger() : m.notification_severity_warning()
  const style: LineStyle = { size: isDanger ? 8.25 : 7, font: 'bold', color: isDanger ? '#ffffff' : ink }
  doc.save()
  doc.moveTo(...corners[0]!)
  for (const point of corners.slice(1)) doc.lineTo(...point)
  doc.closePath()
  if (isDanger) doc.fill(colors.danger)
  else doc.lineWidth(1).strokeColor(ink).stroke()
  doc.restore()
  pen.drawAs(`${word}: `, () =>
    pen.draw('!', left + (size - pen.width('!', style)) / 2, baseline - (isDanger ? 0.6 : 0.2), style),
  )
}
