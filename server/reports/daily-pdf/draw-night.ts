import type { Night } from '@eupnea/contract/nights.ts'
import {
  type CellLook,
  cellMinutes,
  isSlower,
  nightCells,
  stretchesOf,
  type Tone,
  tones,
  type Usual,
} from '@eupnea/contract/rules/night.ts'
import { toneWords } from '@eupnea/contract/rules/tone-words.ts'
import { m } from '@eupnea/texts'
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
const toneColors: Record<Tone, string> = {
  much_slower: '#2f62ad',
  slower: '#8fb0dc',
  usual: '#bfd8cf',
  faster: '#e8b273',
  much_faster: '#c4621a',
}

/** Without a rate, or without a usual one to compare it with. */
const uncompared = '#cfd3d1'

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
  mark(doc, null, '', 'Layout', () => {
    // Its colours are not those of the text that comes next.
    doc.save()
    doc.rect(x, y, width, height).lineWidth(0.4).strokeColor(colors.line).stroke()
    for (const { from, until, look, tone } of stretchesOf(nightCells(night.beds, night.rates), usual))
      drawStretch(doc, look, tone, { x: x + from * step, y, width: (until - from) * step, height })
    doc.restore()
  })
}

function drawStretch(doc: Doc, look: CellLook, tone: Tone | null, box: Box): void {
  const { x, y, width, height } = box
  const low = Math.min(1.5, height / 4)
  if (look === 'in') doc.rect(x, y, width, height).fill(tone ? toneColors[tone] : uncompared)
  else if (look === 'out') doc.rect(x, y + height - low, width, low).fill(colors.strong)
  else hatch(doc, box)
  if (isSlower(tone)) drawLines(doc, box)
}

const keys: readonly (readonly [look: CellLook, tone: Tone | null, words: () => string])[] = [
  ...tones.map((tone) => ['in', tone, toneWords[tone]] as const),
  ['in', null, m.night_uncompared],
  ['out', null, m.night_out],
  ['unmonitored', null, m.night_unmonitored],
]

/** What the colours and lines of the ribbons mean. An artifact, as they are. */
export function drawNightKey(doc: Doc, pen: LinePen, { x, baseline }: { x: number; baseline: number }): void {
  mark(doc, null, '', 'Layout', () => {
    let left = x
    for (const [look, tone, words] of keys) {
      doc.save()
      drawStretch(doc, look, tone, { x: left, y: baseline - 6, width: 10, height: 6 })
      doc.restore()
      pen.draw(words(), left + 13, baseline, hourStyle)
      left += 13 + pen.width(words(), hourStyle) + 9
    }
  })
}

/** Slower than usual: level lines, since a printer without colours gives slower and faster the same grey. */
function drawLines(doc: Doc, { x, y, width, height }: Box): void {
  for (let above = 1; above < height; above += 2)
    doc
      .moveTo(x, y + height - above)
      .lineTo(x + width, y + height - above)
      .lineWidth(0.4)
      .strokeColor('white')
      .stroke()
}

/** Not monitored: slanting lines, which a printer without colours shows too. */
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
