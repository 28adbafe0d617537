import { pageFormats, weekdayText } from '@eupnea/texts/locale.ts'
import './chart.css'

export interface DayBar {
  /** `2026-11-20` */
  readonly date: string
  /** null: nothing is known of the day */
  readonly value: number | null
  /** the value above the bar */
  readonly text: string
  /** the day still runs: drawn hatched, because it will grow */
  readonly isOpen?: boolean
  /** above what is usual; say so in `note` too */
  readonly isHigh?: boolean
  /** read after the value by screen readers */
  readonly note?: string
}

interface DayBarsProps {
  readonly label: string
  readonly bars: readonly DayBar[]
  /** value of a bar of full height */
  readonly top: number
  /** CSS pixels, words included; more if the box is taller */
  readonly minHeight: number
}

/** Of the height, so that the value above a full bar has room. */
const fullPercent = 84

/** One bar a day, as a list that is read as text and seen as a chart. Dates are calendar days, not instants. */
export function DayBars({ label, bars, top, minHeight }: DayBarsProps) {
  return (
    <ol className="day-bars" aria-label={label} style={{ minHeight }}>
      {bars.map(({ date, value, text, isOpen = false, isHigh = false, note }) => (
        <li key={date} className="day-bar" data-open={isOpen} data-high={isHigh}>
          <span className="visually-hidden">{`${pageFormats().longDay(date)}: ${text}${note ? `, ${note}` : ''}`}</span>
          <span className="day-bar-track" aria-hidden>
            <span className="day-bar-value">{text}</span>
            {value !== null && (
              <span className="day-bar-fill" style={{ height: `${Math.min(1, value / top) * fullPercent}%` }} />
            )}
          </span>
          <span className="day-bar-day" aria-hidden>
            {`${weekdayText(date).slice(0, 2)}\n${Number(date.slice(8))}`}
          </span>
        </li>
      ))}
    </ol>
  )
}
