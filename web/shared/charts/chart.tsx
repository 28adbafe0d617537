import { m } from '@eupnea/texts'
import { type KeyboardEvent, useEffect, useId, useMemo, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import styles from './chart.module.css'
import { onThemeChange, type Palette, readPalette } from './palette.ts'
import type { Colours } from './parts.ts'

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>

/** What the pointer or the arrow keys point at. */
export interface Reading {
  readonly title: string
  readonly text: string
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
  /** words for the data index under the cursor; null where nothing was measured. Without it, there is no cursor. */
  readingAt?: (index: number) => Reading | null
  /** for charts that draw themselves: gets the plot, returns how to stop */
  onPlot?: (plot: uPlot) => () => void
}

/**
 * A uPlot canvas that follows its box and the theme, can be read by pointer and arrow keys, and has a text alternative.
 */
export function Chart({ label, summary, height, fill = false, options, data, readingAt, onPlot }: ChartProps) {
  const box = useRef<HTMLDivElement>(null)
  const plotRef = useRef<uPlot>(null)
  const palette = useRef<Palette>(null)
  const latest = useRef({ data, onPlot })
  latest.current = { data, onPlot }
  const summaryId = useId()
  const [cursor, setCursor] = useState<{ index: number; left: number; width: number } | null>(null)
  const hasCursor = readingAt !== undefined

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
        cursor: hasCursor
          ? {
              y: false,
              drag: { setScale: false, x: false, y: false },
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
    const stopTheme = onThemeChange(() => {
      palette.current = readPalette(element)
      plot.redraw(false)
    })
    return () => {
      stopDrawing?.()
      stopTheme()
      sizes.disconnect()
      plot.destroy()
      plotRef.current = null
    }
  }, [options, hasCursor])

  useEffect(() => plotRef.current?.setData(data), [data])

  const reading = useMemo(() => (cursor ? readingAt?.(cursor.index) : null) ?? null, [cursor, readingAt])
  const last = data[0].length - 1
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
    if (event.key === 'Escape') plot.setCursor({ left: -10, top: -10 })
    if (next === undefined) return
    event.preventDefault()
    const index = Math.min(last, Math.max(0, next))
    plot.setCursor({ left: plot.valToPos(plot.data[0][index]!, 'x'), top: plot.over.clientHeight / 2 })
  }

  const keyboard = hasCursor &&
    last >= 0 && {
      role: 'slider',
      tabIndex: 0,
      'aria-label': m.common_chart_keys({ chart: label }),
      'aria-valuemin': 0,
      'aria-valuemax': last,
      'aria-valuenow': cursor?.index ?? last,
      'aria-valuetext': reading ? `${reading.title}: ${reading.text}` : summary,
      onKeyDown: move,
    }
  return (
    <figure className={styles.chart} data-fill={fill} aria-label={label} aria-describedby={summaryId}>
      <div className={styles.chartPlot} style={fill ? { minHeight: height } : { height }} {...keyboard}>
        <div ref={box} className={styles.chartBox} aria-hidden />
        {cursor && reading && (
          <div
            className={styles.chartTooltip}
            data-side={cursor.left > cursor.width / 2 ? 'left' : 'right'}
            style={{ left: cursor.left }}
            aria-hidden
          >
            <b>{reading.title}</b>
            <span>{reading.text}</span>
          </div>
        )}
      </div>
      <figcaption id={summaryId} className="visually-hidden">
        {summary}
      </figcaption>
    </figure>
  )
}
