import type { Handover } from '@eupnea/contract/handover.ts'
import { residentName } from '@eupnea/contract/resident-name.ts'
import { type HandoverLine, type HandoverWords, handoverWords } from '@eupnea/contract/rules/handover-lines.ts'
import { m } from '@eupnea/texts'
import { formatsOf } from '@eupnea/texts/locale.ts'
import { type DrawnNight, drawHours, drawNight, drawNightKey } from './draw-night.ts'
import { drawToneMark } from './draw-tone-mark.ts'
import { LinePen, type LineStyle } from './line-pen.ts'
import {
  blocksOf,
  hasPictures,
  headingHeight,
  type Layout,
  type Line,
  markWidth,
  nameLines,
  narrow,
  type Placed,
  padding,
  place,
  type Row,
  roomGap,
  roomStyle,
  type Section,
  wide,
} from './place-handover.ts'
import {
  colors,
  type Doc,
  drawAdvisory,
  drawHead,
  mark,
  openDocument,
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

const heading: LineStyle = { size: 11, font: 'bold' }
/** Room for what the pictures' colours mean. */
const keyHeight = 14
const axisLabels = 4

/**
 * A handover as a tagged PDF on A4 (HO-1): on one page if it fits in one or two columns.
 * @param onPage called before each page is drawn
 */
export function drawHandover(
  handover: Handover,
  nights: readonly DrawnNight[],
  { tz, locale }: HandoverPlace,
  onPage: (number: number) => void,
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
  const head = addPage(1)
  const hasKey = sections.some(({ rows }) => hasPictures(rows))
  if (hasKey) drawNightKey(doc, pen, { x: sheet.side, baseline: head + keyHeight - 5 })
  const top = hasKey ? head + keyHeight : head
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
  const { section, row, x, y, hoursAt } = block
  if (hoursAt !== null) drawHours(doc, pen, hours, { x, width: layout.nameWidth, baseline: hoursAt })
  if (row === null) {
    mark(doc, whole, 'H2', 'Layout', () => pen.draw(sections[section]!.title, x, y + headingHeight - 7, heading))
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
    const headLines = nameLines(pen, row, layout).length + (row.rates.length > 0 ? 1 : 0)
    const below = first + (headLines - 1) * leading + 4
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

function drawName(pen: LinePen, row: Row, { layout, x, baseline }: NamePlace): void {
  const { size, nameWidth, leading } = layout
  const bold = roomStyle(layout)
  const shown = pen.fit(row.room, bold, nameWidth)
  pen.draw(shown, x, baseline, bold)
  const beside = shown === '' ? x : x + pen.width(shown, bold) + roomGap
  const names = nameLines(pen, row, layout)
  for (const [index, name] of names.entries())
    pen.draw(name, index === 0 ? beside : x, baseline + index * leading, { size })
  const rates = pen.fit(row.rates.join(' · '), small, nameWidth)
  pen.draw(rates, x, baseline + names.length * leading, small)
}

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
