import { m } from '@eupnea/texts'
import type { DayBar } from '../shared/charts/day-bars.tsx'
import { decimalText } from '../shared/time.ts'

/** Hours a day from which reports show the time in bed in red. */
const longHours = 18
const dayMs = 24 * 3_600_000

interface Day {
  /** `2026-11-20` */
  readonly date: string
  /** hours */
  readonly time_in_bed: number | null
}

/**
 * A bar for each of the last days, oldest first; days without readings and days on leave have no value.
 * @param today the clinic's current calendar day, `2026-11-20`
 */
export function timeInBedBars(measured: readonly Day[], today: string, count: number): DayBar[] {
  const hours = new Map(measured.map(({ date, time_in_bed }) => [date, time_in_bed]))
  const isOnLeave = (date: string) => hours.get(date) === null
  return Array.from({ length: count }, (_, i) => {
    const date = new Date(Date.parse(today) - (count - 1 - i) * dayMs).toISOString().slice(0, 10)
    const value = hours.get(date) ?? null
    const isHigh = value !== null && value >= longHours
    const notes = [
      ...(date === today ? [m.resident_time_in_bed_open()] : []),
      ...(isHigh ? [m.resident_time_in_bed_long({ hours: longHours })] : []),
    ]
    return {
      date,
      value,
      text: decimalText(value),
      isOpen: date === today,
      isHigh,
      note: isOnLeave(date) ? m.leave_mark() : value === null ? m.resident_time_in_bed_none() : notes.join(', '),
    }
  })
}
