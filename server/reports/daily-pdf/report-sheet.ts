import { m } from '@eupnea/texts'
import { ink, type LinePen, type LineStyle } from './line-pen.ts'
import type { MemoryDocument } from './memory-document.ts'

/** What every page of the daily report has: A4, a heading, the advisory and its number. */

export type Doc = MemoryDocument
export type Structure = ReturnType<Doc['struct']>

export const mm = 72 / 25.4
export const sheet = { width: 210 * mm, height: 297 * mm, top: 13 * mm, side: 14 * mm, bottom: 11 * mm }
export const room = sheet.width - 2 * sheet.side

export const colors = { soft: '#4a554f', line: '#c9cfcb', strong: '#66726b', danger: '#b3261e' } as const
const title: LineStyle = { size: 13.5, font: 'bold' }
export const small: LineStyle = { size: 8.25, color: colors.soft }

/** Draws a structure element of the document, or an artifact of the page. */
export function mark(
  doc: Doc,
  parent: Structure | null,
  type: string,
  artifact: 'Pagination' | 'Layout',
  draw: () => void,
) {
  if (parent) {
    const element = doc.struct(type, {}, draw)
    parent.add(element)
    element.end()
    return
  }
  doc.markContent('Artifact', { type: artifact })
  draw()
  doc.endMarkedContent()
}

interface Head {
  readonly title: string
  readonly note: string
}

/** @returns where the page's content begins */
export function drawHead(doc: Doc, pen: LinePen, parent: Structure | null, head: Head): number {
  const lines = pen.wrap(head.title, title, room)
  const first = sheet.top + title.size
  mark(doc, parent, 'H1', 'Pagination', () => {
    for (const [index, line] of lines.entries()) pen.draw(line, sheet.side, first + index * 17, title)
  })
  const stamp = first + (lines.length - 1) * 17 + 14
  mark(doc, parent, 'P', 'Pagination', () => pen.draw(head.note, sheet.side, stamp, { ...small, size: 9 }))
  return stamp + 4 * mm
}

/** The last line: the advisory and the page's number. @returns its baseline */
export function drawAdvisory(doc: Doc, pen: LinePen, parent: Structure | null, number: string): number {
  const last = sheet.height - sheet.bottom - 2
  mark(doc, parent, 'P', 'Pagination', () => pen.draw(m.report_advisory(), sheet.side, last, small))
  const numberStyle = { ...small, color: ink }
  const left = sheet.side + room - pen.width(number, numberStyle)
  mark(doc, null, '', 'Pagination', () => pen.draw(number, left, last, numberStyle))
  return last
}
