/** A night as a picture: cells of ten minutes from 18:00 to 12:00 by the facility's clock (VI-1, VI-2). */

export const cellMinutes = 10
/** Hours of the clock at which a night's picture begins, and at which it ends on the next day. */
export const nightStart = 18
export const nightEnd = 12

/** Ten minutes of a night. */
export interface NightCell {
  /** share of its minutes in bed, 0 to 1; null: not monitored */
  readonly bed: number | null
  /** mean respiration rate, breaths per minute; null without a valid one */
  readonly rate: number | null
}

/** A night, or other hours. */
export interface NightCells {
  readonly cells: readonly NightCell[]
  /** exactly, as reports count them: of a cell that was measured in part, only its share is known */
  readonly minutes_in_bed: number
}

/** As they travel: one list each, `rates` as long as `beds`. */
export const nightCells = (beds: readonly (number | null)[], rates: readonly (number | null)[]): NightCell[] =>
  beds.map((bed, at) => ({ bed, rate: rates[at] ?? null }))

/** What is usual for a resident, breaths per minute. */
export interface Usual {
  readonly median: number
  /** one step of the colours: a standard deviation by MAD, at least 1 */
  readonly spread: number
}

/** Steps of the resident's own scale, slowest first. */
export const tones = ['much_slower', 'slower', 'usual', 'faster', 'much_faster'] as const
export type Tone = (typeof tones)[number]

/** Where a rate lies on the resident's own scale; null while that is not known. */
export function toneOf(rate: number, usual: Usual | null): Tone | null {
  if (!usual) return null
  const steps = (rate - usual.median) / usual.spread
  if (steps < -2) return 'much_slower'
  if (steps < -1) return 'slower'
  if (steps <= 1) return 'usual'
  return steps <= 2 ? 'faster' : 'much_faster'
}

/** Drawn with lines across as well, since a printer without colours gives slower and faster the same grey. */
export const isSlower = (tone: Tone | null): boolean => tone === 'slower' || tone === 'much_slower'

/** The usual rates in words: `16–18`. */
export const usualRange = ({ median, spread }: Usual): readonly [number, number] => [
  Math.round(median - spread),
  Math.round(median + spread),
]

/** What a cell is drawn as. */
export type CellLook = 'unmonitored' | 'out' | 'in'

export const lookOf = ({ bed }: NightCell): CellLook => (bed === null ? 'unmonitored' : bed < 0.5 ? 'out' : 'in')

export interface NightSums {
  /** mean over the cells in bed, breaths per minute */
  readonly rate: number | null
  readonly hoursInBed: number
  /** times that somebody left the bed and came back; null where it would be none, but some of that time isn't known */
  readonly timesOut: number | null
  readonly minutesUnmonitored: number
}

/** null without values */
export const mean = (values: readonly number[]): number | null =>
  values.length === 0 ? null : values.reduce((sum, value) => sum + value, 0) / values.length

export function sumNight({ cells, minutes_in_bed }: NightCells): NightSums {
  const rates = cells.flatMap(({ rate, bed }) => (rate !== null && bed !== null && bed > 0 ? [rate] : []))
  const looks = cells.map(lookOf)
  const [first, last] = [looks.indexOf('in'), looks.lastIndexOf('in')]
  const within = first === -1 ? [] : looks.slice(first, last + 1)
  const timesOut = within.filter((look, at) => look === 'out' && within[at - 1] !== 'out').length
  // Somebody in bed just before or after an unknown time may have got up in it.
  const isUnknown = first !== -1 && looks.slice(Math.max(0, first - 1), last + 2).includes('unmonitored')
  return {
    rate: mean(rates),
    hoursInBed: minutes_in_bed / 60,
    timesOut: timesOut === 0 && isUnknown ? null : timesOut,
    minutesUnmonitored: looks.filter((look) => look === 'unmonitored').length * cellMinutes,
  }
}

/** Cells that follow each other and look alike: one rectangle each. */
export interface Stretch {
  /** index of its first cell, and of the first one after it */
  readonly from: number
  readonly until: number
  readonly look: CellLook
  /** of somebody in bed; null: without a rate, or without a usual one to compare it with */
  readonly tone: Tone | null
}

export function stretchesOf(cells: readonly NightCell[], usual: Usual | null): readonly Stretch[] {
  const stretches: Stretch[] = []
  for (const [at, cell] of cells.entries()) {
    const look = lookOf(cell)
    const tone = look === 'in' && cell.rate !== null ? toneOf(cell.rate, usual) : null
    const last = stretches.at(-1)
    if (last && last.until === at && last.look === look && last.tone === tone)
      stretches[stretches.length - 1] = { ...last, until: at + 1 }
    else stretches.push({ from: at, until: at + 1, look, tone })
  }
  return stretches
}

/** An hour of cells, for the heat map; the last one may have fewer. */
export function hoursOf(cells: readonly NightCell[]): readonly NightCell[] {
  const perHour = 60 / cellMinutes
  return Array.from({ length: Math.ceil(cells.length / perHour) }, (_, hour) => {
    const some = cells.slice(hour * perHour, (hour + 1) * perHour)
    const beds = some.flatMap(({ bed }) => bed ?? [])
    const rates = some.flatMap(({ rate }) => rate ?? [])
    return { bed: mean(beds), rate: mean(rates) }
  })
}
