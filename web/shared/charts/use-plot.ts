import { type PointerEvent, type RefObject, useCallback, useEffect, useRef, useState } from 'react'
import uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import type { ChartMark } from './marks.ts'
import { onThemeChange, type Palette, readPalette } from './palette.ts'
import { type Colours, markLines } from './parts.ts'

export type ChartOptions = Omit<uPlot.Options, 'width' | 'height'>

/** What happened, on the time of the chart (VI-4). */
export interface ChartMarks {
  readonly marks: readonly ChartMark[]
  /** the clinic's */
  readonly zone: string
}

export interface PlotProps {
  /** a new function makes a new plot, so wrap it in useCallback */
  options: (colours: Colours) => ChartOptions
  data: uPlot.AlignedData
  events: ChartMarks
  hasCursor: boolean
  /** for charts that draw themselves: gets the plot, returns how to stop */
  onPlot?: (plot: uPlot) => () => void
}

interface Plot {
  /** what the plot fills */
  readonly box: RefObject<HTMLDivElement | null>
  /** where the cursor is, CSS pixels from the left edge; null: nowhere */
  readonly cursor: { readonly index: number; readonly left: number; readonly width: number } | null
  pointAt(index: number): void
  /** for a finger or pen: a mouse is followed by the plot itself */
  follow(event: PointerEvent): void
  unread(): void
}

/** Inside a panel on a sheet of A4, CSS pixels; what is left of a narrower one, the style sheet shrinks to. */
const paperWidth = 664

/** A uPlot canvas that follows its box and the theme. */
export function usePlot({ options, data, events, hasCursor, onPlot }: PlotProps): Plot {
  const box = useRef<HTMLDivElement>(null)
  const plotRef = useRef<uPlot>(null)
  const palette = useRef<Palette>(null)
  const latest = useRef({ data, onPlot, events })
  latest.current = { data, onPlot, events }
  const [cursor, setCursor] = useState<Plot['cursor']>(null)
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

  const unread = useCallback(() => plotRef.current?.setCursor({ left: -10, top: -10 }), [])
  const isRead = cursor !== null
  // A touch elsewhere ends it: no blur tells of that, because a finger that moves focuses nothing.
  useEffect(() => {
    if (!isRead) return
    const end = ({ target }: Event) => {
      if (!box.current?.parentElement?.contains(target as Node)) unread()
    }
    addEventListener('pointerdown', end)
    return () => removeEventListener('pointerdown', end)
  }, [isRead, unread])

  const moveTo = (left: (plot: uPlot) => number) => {
    const plot = plotRef.current
    plot?.setCursor({ left: left(plot), top: plot.over.clientHeight / 2 })
  }
  return {
    box,
    cursor,
    pointAt: (index) => moveTo((plot) => plot.valToPos(plot.data[0][index]!, 'x')),
    follow({ pointerType, clientX }) {
      byFinger.current = pointerType !== 'mouse'
      if (byFinger.current) moveTo((plot) => clientX - plot.over.getBoundingClientRect().left)
    },
    unread,
  }
}
