import type { Handover } from '@eupnea/contract/handover.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { type HandoverLine, type HandoverWords, handoverWords } from '@eupnea/contract/rules/handover-lines.ts'
import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { type DrawnNight, drawHours, drawNight } from './draw-night.ts'
import { drawToneMark } from './draw-tone-mark.ts'
import { LinePen, type LineStyle } from './line-pen.ts'
import {
  colors,
  type Doc,
  drawAdvisory,
  drawHead,
  mark,
  mm,
  openDocument,
  room,
  type Structure,
  sheet,
  small,
} from './report-sheet.ts'

/** Where the facility is, and how it writes times and numbers. */
export interface HandoverPlace {
  /** IANA zone */
  readonly tz: string
  readonly locale: string
}

/** A resident, or the facility, and what there is to say. */
interface Row {
  readonly room: string
  readonly name: string
  readonly rates: readonly string[]
  readonly lines: readonly HandoverLine[]
  /** has room for the picture of the night */
  readonly hasPicture: boolean
  /** null: nothing was measured */
  readonly night: DrawnNight | null
}

interface Section {
  readonly title: string
  readonly rows: readonly Row[]
}

/** One wide column, or two narrow ones where that would be more than a page. */
interface Layout {
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
const wide: Layout = {
  ...{ columns: 1, width: room, linesAt: 62 * mm, nameWidth: 58 * mm },
  ...{ size: 9.75, leading: 13, picture: 12 },
}
const narrow: Layout = {
  ...{ columns: 2, width: (room - gap) / 2, linesAt: 0, nameWidth: (room - gap) / 2 },
  ...{ size: 8.25, leading: 10.5, picture: 8 },
}

const padding = 4
const headingHeight = 22
/** Room for the hours above the first picture of a section. */
const axisHeight = 11
const axisLabels = 4
const heading: LineStyle = { size: 11, font: 'bold' }
/** Drawn lines of a row; more go into a row of their own, so that each fits on a page. */
const mostLines = 40
/** Above the advisory, with room for the closing line. */
const bottom = sheet.height - sheet.bottom - 36

type Line = { readonly tone: HandoverLine['tone']; readonly text: string; readonly isFirst: boolean }

interface Block {
  readonly section: number
  /** null: the section's heading */
  readonly row: Row | null
  readonly lines: readonly Line[]
  readonly height: number
  /** a row of many lines goes on in further blocks */
  readonly isFirst: boolean
}

interface Placed extends Block {
  readonly x: number
  readonly y: number
}

/**
 * A handover as a tagged PDF on A4 (HO-1): on one page if it fits in one or two columns.
 * @param onPage called before each page is drawn
 */
export function drawHandover(
  handover: Handover,
  nights: readonly DrawnNight[],
  { tz, locale }: HandoverPlace,
  onPage: (number: number) => void = () => {},
): Uint8Array {
  const formats = formatsOf(locale)
  const words = handoverWords(handover, formats, tz)
  const title = m.handover_of({ floor: words.floor, clinic: handover.clinic_name })
  const doc = openDocument({ title, author: handover.clinic_name })
  const pen = new LinePen(doc)
  const whole = doc.struct('Document')
  doc.addStructure(whole)
  const sections = sectionsOf(words, nights)
  const note = [words.shift, words.asOf, ...words.takenOver].filter((text) => text !== '').join(' · ')
  const addPage = (number: number): number => {
    onPage(number)
    doc.addPage()
    return drawHead(doc, pen, number === 1 ? whole : null, { title, note })
  }
  const top = addPage(1)
  const inOne = place(blocksOf(pen, sections, wide), wide, top)
  const layout = inOne.length === 1 ? wide : narrow
  const pages = layout === wide ? inOne : place(blocksOf(pen, sections, narrow), narrow, top)
  const tables = new Map<number, Structure>()
  const [first, last] = [Date.parse(handover.from), Date.parse(handover.until)]
  const hours = Array.from({ length: axisLabels }, (_, at) =>
    formats.clock(new Date(first + ((last - first) * at) / (axisLabels - 1)).toISOString(), tz),
  )
  for (const [index, blocks] of pages.entries()) {
    if (index > 0) addPage(index + 1)
    for (const block of blocks) drawBlock(doc, pen, { whole, tables, sections, layout, hours }, block)
    const isLast = index === pages.length - 1
    if (isLast && words.quiet !== '') {
      const end = Math.max(top, ...blocks.map(({ y, height }) => y + height))
      mark(doc, whole, 'P', 'Layout', () => pen.draw(words.quiet, sheet.side, end + 15, { size: wide.size }))
    }
    drawAdvisory(doc, pen, isLast ? whole : null, m.report_page_number({ page: index + 1, pages: pages.length }))
  }
  whole.end()
  return doc.bytes()
}

function sectionsOf(words: HandoverWords, nights: readonly DrawnNight[]): Section[] {
  const nightOf = new Map(nights.map((one) => [one.patient_id, one]))
  const rowOf = (
    { room: number, patient_id, ...names }: HandoverWords['residents'][number]['item'],
    lines: readonly HandoverLine[],
    rates: readonly string[] | null = null,
  ): Row => ({
    room: number,
    name: names.is_discharged ? m.handover_discharged_name({ name: residentName(names) }) : residentName(names),
    lines,
    rates: rates ?? [],
    hasPicture: rates !== null,
    night: rates === null ? null : (nightOf.get(patient_id) ?? null),
  })
  const plain = (text: string): HandoverLine => ({ key: '', tone: 'plain', text })
  const clinic = { room: '', name: '', rates: [], lines: words.clinic, hasPicture: false, night: null }
  return [
    { title: m.handover_clinic_title(), rows: words.clinic.length > 0 ? [clinic] : [] },
    {
      title: m.handover_look_title(),
      rows: words.residents.map(({ item, rates, lines }) => rowOf(item, lines, rates)),
    },
    { title: m.handover_check_title(), rows: words.sensors.map(({ item, text }) => rowOf(item, [plain(text)])) },
    { title: m.handover_gaps_title(), rows: words.gaps.map(({ item, text }) => rowOf(item, [plain(text)])) },
  ].filter(({ rows }) => rows.length > 0)
}

/** The headings and rows of all sections, with their heights. */
function blocksOf(pen: LinePen, sections: readonly Section[], layout: Layout): Block[] {
  const { size, leading, width, linesAt, columns } = layout
  const style = { size }
  return sections.flatMap(({ rows }, section) => [
    { section, row: null, lines: [], height: headingHeight + (hasPictures(rows) ? axisHeight : 0), isFirst: true },
    ...rows.flatMap((row) => {
      const lines = row.lines.flatMap(({ tone, text }) =>
        pen
          .wrap(text, tone === 'danger' ? { ...style, font: 'bold' } : style, width - linesAt - markWidth)
          .map((part, index): Line => ({ tone, text: part, isFirst: index === 0 })),
      )
      const headLines = (row.name === '' && row.room === '' ? 0 : 1) + (row.rates.length > 0 ? 1 : 0)
      const headHeight = headLines * leading + (row.hasPicture ? layout.picture : 0)
      return chunks(lines, mostLines).map((some, index) => {
        const said = some.length * leading
        const height = 2 * padding + (columns === 1 ? Math.max(headHeight, said) : headHeight + said)
        return { section, row, lines: some, height, isFirst: index === 0 }
      })
    }),
  ])
}

const hasPictures = (rows: readonly Row[]): boolean => rows.some(({ night }) => night !== null)

const chunks = <T>(all: readonly T[], most: number): T[][] =>
  Array.from({ length: Math.ceil(all.length / most) }, (_, index) => all.slice(index * most, (index + 1) * most))

/** Fills one column after the other. A heading stays with its first row. */
function place(blocks: readonly Block[], { columns, width }: Layout, top: number): Placed[][] {
  const pages: Placed[][] = [[]]
  let [column, y] = [0, top]
  for (const [index, block] of blocks.entries()) {
    const together = block.row === null ? block.height + (blocks[index + 1]?.height ?? 0) : block.height
    if (y + together > bottom && y > top) {
      column = (column + 1) % columns
      if (column === 0) pages.push([])
      y = top
    }
    pages.at(-1)!.push({ ...block, x: sheet.side + column * (width + gap), y })
    y += block.height
  }
  return pages
}

interface Drawing {
  readonly whole: Structure
  /** by section; a table goes on in the next column */
  readonly tables: Map<number, Structure>
  readonly sections: readonly Section[]
  readonly layout: Layout
  /** evenly along each picture */
  readonly hours: readonly string[]
}

function drawBlock(doc: Doc, pen: LinePen, { whole, tables, sections, layout, hours }: Drawing, block: Placed): void {
  const { section, row, x, y } = block
  if (row === null) {
    mark(doc, whole, 'H2', 'Layout', () => pen.draw(sections[section]!.title, x, y + headingHeight - 7, heading))
    if (hasPictures(sections[section]!.rows))
      drawHours(doc, pen, hours, { x, width: layout.nameWidth, baseline: y + block.height - 4 })
    const table = doc.struct('Table')
    whole.add(table)
    tables.set(section, table)
    return
  }
  const { width, linesAt, columns, leading, size } = layout
  const scope = { title: row.name, scope: 'Row' }
  const element = doc.struct('TR')
  tables.get(section)!.add(element)
  const first = y + padding + size
  const said = columns === 1 ? first : y + block.height - padding - block.lines.length * leading + size
  element.add(doc.struct('TH', scope, () => drawName(pen, row, { layout, x, baseline: first })))
  element.add(
    doc.struct('TD', {}, () => {
      for (const [index, line] of block.lines.entries())
        drawLine(doc, pen, line, { left: x + linesAt, baseline: said + index * leading, size })
    }),
  )
  element.end()
  if (row.night && block.isFirst) {
    const below = first + (row.rates.length > 0 ? leading : 0) + 4
    drawNight(doc, row.night, { x, y: below, width: layout.nameWidth, height: layout.picture - 3 })
  }
  mark(doc, null, '', 'Layout', () =>
    doc
      .moveTo(x, y)
      .lineTo(x + width, y)
      .lineWidth(0.75)
      .strokeColor(colors.line)
      .stroke(),
  )
}

interface NamePlace {
  readonly layout: Layout
  readonly x: number
  readonly baseline: number
}

function drawName(pen: LinePen, { room: number, name, rates }: Row, { layout, x, baseline }: NamePlace): void {
  const { size, nameWidth, leading } = layout
  const bold: LineStyle = { size, font: 'bold' }
  const shown = pen.fit(number, bold, nameWidth / 2)
  pen.draw(shown, x, baseline, bold)
  const left = shown === '' ? 0 : pen.width(shown, bold) + 6
  pen.draw(pen.fit(name, { size }, nameWidth - left), x + left, baseline, { size })
  if (rates.length > 0) pen.draw(pen.fit(rates.join(' · '), small, nameWidth), x, baseline + leading, small)
}

/** Room for the mark of what needs attention. */
const markWidth = 14

interface LinePlace {
  readonly left: number
  readonly baseline: number
  readonly size: number
}

function drawLine(doc: Doc, pen: LinePen, { tone, text, isFirst }: Line, { left, baseline, size }: LinePlace): void {
  if (tone !== 'plain' && isFirst) drawToneMark(doc, pen, tone, { left, baseline })
  const style: LineStyle = tone === 'danger' ? { size, font: 'bold', color: colors.danger } : { size }
  pen.draw(text, left + markWidth, baseline, style)
}
