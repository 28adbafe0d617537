import { m } from '@eupnea/texts'
import { type KeyboardEvent, useId, useMemo } from 'react'
import styles from './chart.module.css'
import { ChartTable } from './chart-table.tsx'
import { markLine, marksByPoint } from './marks.ts'
import { type ChartMarks, type PlotProps, usePlot } from './use-plot.ts'

/** What the pointer, a finger or the arrow keys point at. */
export interface Reading {
  readonly title: string
  readonly text: string
  /** nothing was measured: left out of the table */
  readonly isEmpty?: boolean
}

export interface ChartProps extends Omit<PlotProps, 'events' | 'hasCursor'> {
  /** what the chart shows: its accessible name */
  label: string
  /** the same in words, for people who can't see it; needn't repeat the label */
  summary: string
  /** CSS pixels; a minimum with `fill` */
  height: number
  /** grows with a box that is a flex column */
  fill?: boolean
  /** words for a data index. Without it, there is neither cursor nor table. */
  readingAt?: (index: number) => Reading | null
  /** notifications, acknowledgements and notes; keep it stable */
  events?: ChartMarks
}

const noEvents: ChartMarks = { marks: [], zone: 'UTC' }

/**
 * A uPlot canvas that follows its box and the theme, can be read by pointer, finger and arrow keys, and has its values
 * as a table.
 */
export function Chart(props: ChartProps) {
  const { label, summary, height, fill = false, options, data, readingAt, events = noEvents, onPlot } = props
  const summaryId = useId()
  const hasCursor = readingAt !== undefined
  const { box, cursor, pointAt, follow, unread } = usePlot({ options, data, events, hasCursor, onPlot })

  const told = useMemo(() => eventLines(events, data[0]), [events, data])
  const reading = useMemo(() => (cursor ? readingAt?.(cursor.index) : null) ?? null, [cursor, readingAt])
  const lines = reading && cursor ? [reading.text, ...(told.get(cursor.index) ?? [])] : []
  const last = data[0].length - 1
  const move = (event: KeyboardEvent) => {
    const now = cursor?.index ?? last
    const page = Math.max(1, Math.round(last / 10))
    const next = {
      ArrowLeft: now - 1,
      ArrowRight: now + 1,
      PageDown: now - page,
      PageUp: now + page,
      Home: 0,
      End: last,
    }[event.key]
    if (event.key === 'Escape') unread()
    if (next === undefined) return
    event.preventDefault()
    pointAt(Math.min(last, Math.max(0, next)))
  }

  const reader = hasCursor &&
    last >= 0 && {
      role: 'slider',
      tabIndex: 0,
      'aria-label': m.common_chart_keys({ chart: label }),
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': cursor?.index ?? last,
      'aria-valuetext': reading ? `${reading.title}: ${lines.join(', ')}` : summary,
      onKeyDown: move,
      onPointerDown: follow,
      onPointerMove: follow,
      // The finger scrolls the page.
      onPointerCancel: unread,
    }
  return (
    <figure className={styles.chart} data-fill={fill} aria-label={label} aria-describedby={summaryId}>
      <div className={styles.chartPlot} style={fill ? { minHeight: height } : { height }} {...reader}>
        <div ref={box} className={styles.chartBox} aria-hidden />
        {cursor && reading && (
          <div
            className={styles.chartTooltip}
            data-side={cursor.left > cursor.width / 2 ? 'left' : 'right'}
            style={{ left: cursor.left }}
            aria-hidden
          >
            <b>{reading.title}</b>
            {lines.map((line) => (
              <span key={line}>{line}</span>
            ))}
          </div>
        )}
      </div>
      <figcaption id={summaryId} className="visually-hidden">
        {summary}
      </figcaption>
      {readingAt && last >= 0 && (
        <ChartTable
          label={label}
          columns={[m.common_chart_time_column(), m.common_chart_value_column(), m.common_chart_marks_column()]}
          rows={() => tableRows(readingAt, told, last)}
        />
      )}
    </figure>
  )
}

const eventLines = ({ marks, zone }: ChartMarks, times: ArrayLike<number>) =>
  new Map(
    [...marksByPoint(marks, Array.from(times))].map(([index, its]) => [index, its.map((mark) => markLine(mark, zone))]),
  )

/** Every point at which something was measured or happened. */
const tableRows = (readingAt: (index: number) => Reading | null, told: Map<number, string[]>, last: number) =>
  Array.from({ length: last + 1 }, (_, index) => index).flatMap((index) => {
    const reading = readingAt(index)
    const events = told.get(index) ?? []
    if (!reading || (reading.isEmpty && events.length === 0)) return []
    return [{ key: index, cells: [reading.title, reading.text, events.join(', ')] }]
  })
