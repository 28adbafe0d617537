import { m } from '@eupnea/texts'
import { pageFormats, weekdayText } from '@eupnea/texts/locale.ts'
import styles from './chart.module.css'
import { ChartTable } from './chart-table.tsx'

export interface DayBar {
  /** `2026-11-20` */
  readonly date: string
  /** null: unknown */
  readonly value: number | null
  /** the value above the bar */
  readonly text: string
  /** the day is in progress: drawn hatched, because it will grow */
  readonly isOpen?: boolean
  /** above usual; `note` says so too */
  readonly isHigh?: boolean
  /** screen readers read it after the value */
  readonly note?: string
}

interface DayBarsProps {
  readonly label: string
  readonly bars: readonly DayBar[]
  /** value of a full-height bar */
  readonly top: number
  /** CSS pixels, words included; more if the box is taller */
  readonly minHeight: number
  /** the page already has a table of the same values */
  readonly hasTable?: boolean
}

/** Of the height, so that the value above a full bar has room. */
const fullPercent = 84

/** One bar a day: a list to screen readers, a chart to the eye. Dates are calendar days, not instants. */
export function DayBars({ label, bars, top, minHeight, hasTable = false }: DayBarsProps) {
  const list = (
    <ol className={styles.dayBars} aria-label={label} style={{ minHeight }}>
      {bars.map(({ date, value, text, isOpen = false, isHigh = false, note }) => (
        <li key={date} className={styles.dayBar} data-open={isOpen} data-high={isHigh}>
          <span className="visually-hidden">{`${pageFormats().longDay(date)}: ${valueWords({ text, note })}`}</span>
          <span className={styles.dayBarTrack} aria-hidden>
            <span className={styles.dayBarValue}>{text}</span>
            {value !== null && (
              <span className={styles.dayBarFill} style={{ height: `${Math.min(1, value / top) * fullPercent}%` }} />
            )}
          </span>
          <span className={styles.dayBarDay} aria-hidden>
            {`${weekdayText(date).slice(0, 2)}\n${Number(date.slice(8))}`}
          </span>
        </li>
      ))}
    </ol>
  )
  if (hasTable) return list
  return (
    <>
      {list}
      <ChartTable
        label={label}
        columns={[m.common_chart_day_column(), m.common_chart_value_column()]}
        rows={() => bars.map((bar) => ({ key: bar.date, cells: [pageFormats().longDay(bar.date), valueWords(bar)] }))}
      />
    </>
  )
}

const valueWords = ({ text, note }: { readonly text: string; readonly note?: string | undefined }): string =>
  note ? `${text}, ${note}` : text
