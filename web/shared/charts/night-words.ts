import {
  cellMinutes,
  lookOf,
  type NightCell,
  type NightCells,
  toneOf,
  type Usual,
} from '@eupnea/contract/rules/night.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf, rateText, type Severity } from '@eupnea/contract/rules/severity.ts'
import { toneWords } from '@eupnea/contract/rules/tone-words.ts'
import { m } from '@eupnea/texts'
import { clockText } from '../time.ts'
import { type ChartMark, markLine, marksByPoint } from './marks.ts'

export interface RibbonNight extends NightCells {
  /** YYYY-MM-DD of its evening */
  readonly date: string
  readonly from: string
  readonly until: string
}

export interface NightInWords {
  readonly night: RibbonNight
  readonly usual: Usual | null
  readonly zone: string
  /**
   * what held at an instant, ms since the epoch: what is out of range gets a bar below, danger two (VI-4); absent:
   * nothing is judged
   */
  readonly limitsAt?: (at: number) => RateLimits
  readonly marks?: readonly ChartMark[]
}

const cellMs = cellMinutes * 60_000

export const outsideWords: Record<Severity, () => string> = {
  warning: m.night_outside,
  danger: m.night_danger,
}

const outsideRates = { warning: m.night_cell_outside, danger: m.night_cell_danger } as const

/** `In bed, no rate`, `16.4 BrPM, usual`, `25.1 BrPM, out of range`, `Out of bed`, `Not monitored` */
function cellWords(cell: NightCell, usual: Usual | null, limits: RateLimits | null): string {
  const look = lookOf(cell)
  if (look === 'unmonitored') return m.night_unmonitored()
  if (look === 'out') return m.night_out()
  if (cell.rate === null) return m.night_in_bed()
  const finding = findingOf(cell.rate, limits)
  const tone = toneOf(cell.rate, usual)
  return [
    m.night_cell_rate({ rate: rateText(cell.rate, limits) }),
    ...(tone ? [toneWords[tone]().toLowerCase()] : []),
    ...(finding ? [outsideRates[finding.severity]()] : []),
  ].join(', ')
}

/** A night in words, cell by cell: when, what, and what happened then. */
export function nightWords({ night, usual, zone, limitsAt, marks = [] }: NightInWords) {
  const from = Date.parse(night.from)
  const times = night.cells.map((_, at) => from + at * cellMs)
  const clocks = times.map((at) => clockText(at, zone))
  const told = marksByPoint(marks, times)
  return night.cells.map((cell, at) => ({
    time: clocks.indexOf(clocks[at]!) < at ? m.night_clock_again({ time: clocks[at]! }) : clocks[at]!,
    what: cellWords(cell, usual, limitsAt?.(times[at]!) ?? null),
    marks: (told.get(at) ?? []).map((mark) => markLine(mark, zone)),
  }))
}
