import { m } from '@eupnea/texts'
import { type KeyboardEvent, type PointerEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { ChartTable } from './chart-table.tsx'
import { type ChartMark, markLine, marksByPoint } from './marks.ts'
import { onThemeChange, type Palette, readPalette } from './palette.ts'
import { type Colours, markLines } from './parts.ts'

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>

/** What the pointer, a finger or the arrow keys point at. */
export interface Reading {
  readonly title: string
  readonly text: string
  /** nothing was measured: left out of the table */
  readonly isEmpty?: boolean
}

/** What happened, on the time of the chart (VI-4). */
export interface ChartMarks {
  readonly marks: readonly ChartMark[]
  /** the clinic's */
  readonly zone: string
}

export interface ChartProps {
  /** what the chart shows: its accessible name */
  label: string
  /** the same in words, for people who can't see it; needn't repeat the label */
  summary: string
  /** CSS pixels; a minimum with `fill` */
  height: number
  /** grows with a box that is a flex column */
  fill?: boolean
  /** a new function makes a new plot, so wrap it in useCallback */
  options: (colours: Colours) => ChartOptions
  data: uPlot.AlignedData
  /** words for a data index. Without it, there is neither cursor nor table. */
  readingAt?: (index: number) => Reading | null
  /** notifications, acknowledgements and notes; keep it stable */
  events?: ChartMarks
  /** for charts that draw themselves: gets the plot, returns how to stop */
  onPlot?: (plot: uPlot) => () => void
}

/** Inside a panel on a sheet of A4, CSS pixels; what is left of a narrower one, the style sheet shrinks to. */
const paperWidth = 664

const noEvents: ChartMarks = { marks: [], zone: 'UTC' }

/**
 * A uPlot canvas that follows its box and the theme, can be read by pointer, finger and arrow keys, and has its values
 * as a table.
 */
export function Chart(props: ChartProps) {
  const { label, summary, height, fill = false, options, data, readingAt, events = noEvents, onPlot } = props
  const box = useRef<HTMLDivElement>(null)
  const plotRef = useRef<uPlot>(null)
  const palette = useRef<Palette>(null)
  const latest = useRef({ data, onPlot, events })
  latest.current = { data, onPlot, events }
  const summaryId = useId()
  const [cursor, setCursor] = useState<{ index: number; left: number; width: number } | null>(null)
  const hasCursor = readingAt !== undefined
  const byFinger = useRef(false)

  useEffect(() => {
    const element = box.current
    if (!element) return
    palette.current = readPalette(element)
    const colours = () => palette.current!
    const chosen = options(colours)
    const plot = new uPlot(
      {
        ...chosen,
        width: Math.max(element.clientWidth, 50),
        height: Math.max(element.clientHeight, 50),
        ms: 1,
        legend: { show: false },
        select: { show: false, left: 0, top: 0, width: 0, height: 0 },
        plugins: [...(chosen.plugins ?? []), markLines(colours, () => latest.current.events.marks)],
        cursor: hasCursor
          ? {
              y: false,
              drag: { setScale: false, x: false, y: false },
              // What a finger has chosen stays: a mouse that lies elsewhere is said to leave after each touch.
              bind: {
                mouseleave: (_plot, _target, leave) => (event) => {
                  if (!byFinger.current) leave(event)
                  return null
                },
              },
              points: { size: 7, width: 2, stroke: () => colours().brand, fill: () => colours().surface },
            }
          : { show: false },
        hooks: {
          ...chosen.hooks,
          setCursor: [
            (self) => {
              const { idx, left = -1 } = self.cursor
              setCursor(
                idx == null || left < 0 ? null : { index: idx, left: left + self.over.offsetLeft, width: self.width },
              )
            },
          ],
        },
      },
      latest.current.data,
      element,
    )
    plotRef.current = plot
    const stopDrawing = latest.current.onPlot?.(plot)
    const sizes = new ResizeObserver(() => {
      if (element.clientWidth > 0) plot.setSize({ width: element.clientWidth, height: element.clientHeight })
    })
    sizes.observe(element)
    // For paper, a browser lays out again what it has, and tells no observer.
    const onPrint = () => plot.setSize({ width: paperWidth, height: element.clientHeight })
    const afterPrint = () => plot.setSize({ width: element.clientWidth, height: element.clientHeight })
    addEventListener('beforeprint', onPrint)
    addEventListener('afterprint', afterPrint)
    const stopTheme = onThemeChange(() => {
      palette.current = readPalette(element)
      plot.redraw(false)
    })
    return () => {
      stopDrawing?.()
      stopTheme()
      sizes.disconnect()
      removeEventListener('beforeprint', onPrint)
      removeEventListener('afterprint', afterPrint)
      plot.destroy()
      plotRef.current = null
    }
  }, [options, hasCursor])

  useEffect(() => plotRef.current?.setData(data), [data])
  // biome-ignore lint/correctness/useExhaustiveDependencies: drawn again because they changed
  useEffect(() => plotRef.current?.redraw(false), [events])

  const told = useMemo(() => eventLines(events, data[0]), [events, data])
  const reading = useMemo(() => (cursor ? readingAt?.(cursor.index) : null) ?? null, [cursor, readingAt])
  const lines = reading && cursor ? [reading.text, ...(told.get(cursor.index) ?? [])] : []
  const last = data[0].length - 1
  const isRead = cursor !== null
  // A touch elsewhere ends it: no blur tells of that, because a finger that moves focuses nothing.
  useEffect(() => {
    if (!isRead) return
    const end = ({ target }: Event) => {
      if (!box.current?.parentElement?.contains(target as Node)) unread(plotRef.current)
    }
    addEventListener('pointerdown', end)
    return () => removeEventListener('pointerdown', end)
  }, [isRead])
  const move = (event: KeyboardEvent) => {
    const plot = plotRef.current
    if (!plot || last < 0) return
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
    if (event.key === 'Escape') unread(plot)
    if (next === undefined) return
    event.preventDefault()
    const index = Math.min(last, Math.max(0, next))
    plot.setCursor({ left: plot.valToPos(plot.data[0][index]!, 'x'), top: plot.over.clientHeight / 2 })
  }

  // A mouse is followed by the plot itself.
  const point = ({ pointerType, clientX }: PointerEvent) => {
    const plot = plotRef.current
    byFinger.current = pointerType !== 'mouse'
    if (!plot || !byFinger.current) return
    plot.setCursor({ left: clientX - plot.over.getBoundingClientRect().left, top: plot.over.clientHeight / 2 })
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
      onPointerDown: point,
      onPointerMove: point,
      // The finger scrolls the page.
      onPointerCancel: () => unread(plotRef.current),
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

const unread = (plot: uPlot | null) => plot?.setCursor({ left: -10, top: -10 })

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
