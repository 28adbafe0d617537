import type { Night } from '@eupnea/contract/nights.ts'
import { cellMinutes, nightCells, stretchesOf, type Tone, type Usual } from '@eupnea/contract/rules/night.ts'
import type { LinePen, LineStyle } from './line-pen.ts'
import { colors, type Doc, mark, small } from './report-sheet.ts'

/** The night ribbon as vectors: the same stretches as on the screen (VI-1). */

/** A resident's night, and what is usual for them. */
export interface DrawnNight {
  readonly patient_id: string
  readonly usual: Usual | null
  readonly night: Night
}

/** As on the screen, in the light theme. */
const tones: Record<Tone, string> = {
  much_slower: '#2f62ad',
  slower: '#8fb0dc',
  usual: '#bfd8cf',
  faster: '#e8b273',
  much_faster: '#c4621a',
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** An artifact: the row says the rate and the hours in bed in words. */
export function drawNight(doc: Doc, { usual, night }: DrawnNight, { x, y, width, height }: Box): void {
  const total = (Date.parse(night.until) - Date.parse(night.from)) / (cellMinutes * 60_000)
  const step = width / total
  const low = Math.min(1.5, height / 4)
  mark(doc, null, '', 'Layout', () => {
    // Its colours are not those of the text that comes next.
    doc.save()
    doc.rect(x, y, width, height).lineWidth(0.4).strokeColor(colors.line).stroke()
    for (const { from, until, look, tone } of stretchesOf(nightCells(night.beds, night.rates), usual)) {
      const [left, wide] = [x + from * step, (until - from) * step]
      if (look === 'in') doc.rect(left, y, wide, height).fill(tones[tone ?? 'usual'])
      else if (look === 'out') doc.rect(left, y + height - low, wide, low).fill(colors.strong)
      else hatch(doc, { x: left, y, width: wide, height })
    }
    doc.restore()
  })
}

/** Not monitored: lines across, which a printer without colours shows too. */
function hatch(doc: Doc, { x, y, width, height }: Box): void {
  for (let at = 0; at < width; at += 3)
    doc
      .moveTo(x + at, y + height)
      .lineTo(Math.min(x + at + height / 2, x + width), y)
      .lineWidth(0.5)
      .strokeColor(colors.line)
      .stroke()
}

const hourStyle: LineStyle = { ...small, size: 7.5 }

interface HoursPlace {
  readonly x: number
  readonly width: number
  readonly baseline: number
}

/** Evenly along the ribbons below. An artifact: the heading of the sheet says from when until when. */
export function drawHours(doc: Doc, pen: LinePen, hours: readonly string[], { x, width, baseline }: HoursPlace): void {
  mark(doc, null, '', 'Layout', () => {
    for (const [at, text] of hours.entries())
      pen.draw(text, x + ((width - pen.width(text, hourStyle)) * at) / (hours.length - 1), baseline, hourStyle)
  })
}
