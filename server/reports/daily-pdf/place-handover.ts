import type { HandoverLine } from '@eupnea/contract/rules/handover-lines.ts'
import type { DrawnNight } from './draw-night.ts'
import type { LinePen, LineStyle } from './line-pen.ts'
import { mm, room, sheet } from './report-sheet.ts'

/** Where each part of a handover stands on its pages. Lengths are points. */

/** A resident, or the facility, and what there is to say. */
export interface Row {
  readonly room: string
  readonly name: string
  readonly rates: readonly string[]
  readonly lines: readonly HandoverLine[]
  /** has room for the picture of the night */
  readonly hasPicture: boolean
  /** null: nothing was measured */
  readonly night: DrawnNight | null
}

export interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** One wide column, or two narrow ones where that would be more than a page. */
export interface Layout {
  readonly columns: 1 | 2
  readonly width: number
  /** left edge and width of what happened; the width of the names before it */
  readonly linesAt: number
  readonly nameWidth: number
  readonly size: number
  readonly leading: number
  /** height of the picture of the night */
  readonly picture: number
}

const gap = 6 * mm
export const wide: Layout = {
  ...{ columns: 1, width: room, linesAt: 62 * mm, nameWidth: 58 * mm },
  ...{ size: 9.75, leading: 13, picture: 12 },
}
export const narrow: Layout = {
  ...{ columns: 2, width: (room - gap) / 2, linesAt: 0, nameWidth: (room - gap) / 2 },
  ...{ size: 8.25, leading: 10.5, picture: 8 },
}

export const padding = 4
export const headingHeight = 22
/** Room for the hours above the first picture of a column. */
const axisHeight = 11
/** Drawn lines of a row; more go into a row of their own, so that each fits on a page. */
const mostLines = 40
/** Above the advisory, with room for the closing line. */
const bottom = sheet.height - sheet.bottom - 36

export type Line = { readonly tone: HandoverLine['tone']; readonly text: string; readonly isFirst: boolean }

interface Block {
  readonly section: number
  /** null: the section's heading */
  readonly row: Row | null
  readonly lines: readonly Line[]
  readonly height: number
  /** a row of many lines goes on in further blocks */
  readonly isFirst: boolean
  /** a heading above pictures */
  readonly hasHours: boolean
}

export interface Placed extends Block {
  readonly x: number
  readonly y: number
  /** baseline of the hours above its picture, or those that follow; null: others are near enough */
  readonly hoursAt: number | null
}

/** Room for the mark of what needs attention. */
export const markWidth = 14

/** Between a room and the name beside it. */
export const roomGap = 6

export const roomStyle = ({ size }: Layout): LineStyle => ({ size, font: 'bold' })

/** Lines of a name. The first is beside the room, and empty if there isn't space for all of it. */
export function nameLines(pen: LinePen, { room: number, name }: Row, layout: Layout): string[] {
  const { size, nameWidth } = layout
  const left = number === '' ? 0 : pen.width(number, roomStyle(layout)) + roomGap
  return left + pen.width(name, { size }) <= nameWidth ? [name] : ['', ...pen.wrap(name, { size }, nameWidth)]
}

/** The headings and rows of all sections, with their heights. */
export function blocksOf(pen: LinePen, sections: readonly Section[], layout: Layout): Block[] {
  const { size, leading, width, linesAt, columns } = layout
  const style = { size }
  return sections.flatMap(({ rows }, section) => [
    headingOf(section, hasPictures(rows)),
    ...rows.flatMap((row) => {
      const lines = row.lines.flatMap(({ tone, text }) =>
        pen
          .wrap(text, tone === 'danger' ? { ...style, font: 'bold' } : style, width - linesAt - markWidth)
          .map((part, index): Line => ({ tone, text: part, isFirst: index === 0 })),
      )
      const names = row.name === '' && row.room === '' ? 0 : nameLines(pen, row, layout).length
      const headLines = names + (row.rates.length > 0 ? 1 : 0)
      const headHeight = headLines * leading + (row.hasPicture ? layout.picture : 0)
      return chunks(lines, mostLines).map((some, index) => {
        const said = some.length * leading
        const height = 2 * padding + (columns === 1 ? Math.max(headHeight, said) : headHeight + said)
        return { section, row, lines: some, height, isFirst: index === 0, hasHours: false }
      })
    }),
  ])
}

const headingOf = (section: number, hasHours: boolean): Block => ({
  ...{ section, row: null, lines: [], isFirst: true, hasHours },
  height: headingHeight + (hasHours ? axisHeight : 0),
})

export const hasPictures = (rows: readonly Row[]): boolean => rows.some(({ night }) => night !== null)

const chunks = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most))

/** Fills one column after the other. A heading stays with its first row. */
export function place(blocks: readonly Block[], { columns, width }: Layout, top: number): Placed[][] {
  const pages: Placed[][] = [[]]
  let [column, y] = [0, top]
  for (const [index, block] of blocks.entries()) {
    const together = block.row === null ? block.height + (blocks[index + 1]?.height ?? 0) : block.height
    if (y + together > bottom && y > top) {
      column = (column + 1) % columns
      if (column === 0) pages.push([])
      y = top
    }
    // A column that goes on with pictures has their hours once more.
    const goesOn = y === top && block.row?.night != null
    if (goesOn) y += axisHeight
    const hoursAt = goesOn ? y - 4 : block.hasHours ? y + block.height - 4 : null
    pages.at(-1)!.push({ ...block, x: sheet.side + column * (width + gap), y, hoursAt })
    y += block.height
  }
  return pages
}
