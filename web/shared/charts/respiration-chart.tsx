import { defaultPlan, type RateLimits } from '@eupnea/contract/rules/plan.ts'
import { findingOf, rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { useCallback, useMemo, useRef } from 'react'
import { clockText, dayMonthText, spanText } from '../time.ts'
import { Chart, type Reading } from './chart.tsx'
import type { ChartMark } from './marks.ts'
import { faint } from './palette.ts'
import { type Colours, edge, line, outOfRange, padding, shadedRange, timeAxis, valueAxis } from './parts.ts'
import { type CurvePoint, curveOf, type EarlierLimits, limitsThen, outsideRuns, spanOf } from './series.ts'
import type { ChartMarks, ChartOptions } from './use-plot.ts'

interface RespirationChartProps {
  readonly label: string
  readonly points: readonly CurvePoint[]
  /** what its points are averages of, for the numbers that are read out; by default the points themselves */
  readonly measured?: readonly CurvePoint[]
  /** milliseconds that one point covers */
  readonly step: number
  /** span of the time axis, ms since the epoch */
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly height: number
  /** of the plan in force; null: none are shown */
  readonly limits: RateLimits | null
  /** what held before, oldest first; keep it stable */
  readonly earlier?: readonly EarlierLimits[]
  /** shaded behind it, where nothing is judged; keep it stable */
  readonly usual?: readonly [low: number, high: number]
  /** what happened, of any time; keep it stable */
  readonly marks?: readonly ChartMark[]
}

const noMarks: readonly ChartMark[] = []
const noneEarlier: readonly EarlierLimits[] = []

const readings = {
  low: { warning: m.common_chart_reading_low, danger: m.common_chart_reading_extreme_low },
  high: { warning: m.common_chart_reading_high, danger: m.common_chart_reading_extreme_high },
} as const

/**
 * Average respiration with the band between its least and greatest, over the usual range, with stretches out of range
 * and what happened marked (VI-4).
 */
export function RespirationChart(props: RespirationChartProps) {
  const { label, points, measured = points, step, from, to, zone, height, limits, usual, marks = noMarks } = props
  const { earlier = noneEarlier } = props
  const held = useRef(earlier)
  held.current = earlier
  const span = useRef({ from, to })
  span.current = { from, to }
  const { low, high } = limits ?? {}
  // Points are not clipped at the edges as lines are.
  const data = useMemo(
    () =>
      curveOf(
        points.filter(({ at }) => at >= from && at <= to),
        step,
      ),
    [points, step, from, to],
  )
  const runs = useRef<ReturnType<typeof outsideRuns>>([])
  runs.current = useMemo(
    () => outsideRuns(data[0], data[1], step, (at) => limitsThen(limits, earlier, at)),
    [data, step, limits, earlier],
  )
  const events = useMemo(
    (): ChartMarks => ({ marks: marks.filter(({ at }) => at >= from && at <= to), zone }),
    [marks, from, to, zone],
  )
  const options = useCallback(
    (colours: Colours): ChartOptions => ({
      scales: {
        x: { time: false, range: () => [span.current.from, span.current.to] },
        y: { range: rateRange(low, high) },
      },
      axes: [timeAxis(colours, zone), valueAxis(colours, rateSteps)],
      series: [{}, line('Average', () => colours().brand), edge('Lowest'), edge('Highest')],
      bands: [{ series: [3, 2], fill: () => faint(colours().brand, 0.26) }],
      plugins:
        low === undefined || high === undefined
          ? usual
            ? [shadedRange(colours, ...usual)]
            : []
          : [shadedRange(colours, low, high, () => held.current), outOfRange(colours, () => runs.current)],
      padding,
    }),
    [zone, low, high, usual],
  )
  const isLong = to - from > 24 * 3_600_000
  const readingAt = useCallback(
    (index: number): Reading | null => {
      const [at, average, least, greatest] = data.map((column) => column[index])
      if (at == null) return null
      const then = limitsThen(limits, earlier, at)
      const start = `${isLong ? `${dayMonthText(at, zone)}, ` : ''}${clockText(at, zone)}`
      const title = step > 60_000 ? `${start}–${clockText(at + step, zone)}` : start
      if (average == null) return { title, text: m.common_chart_no_value(), isEmpty: true }
      // Without a band there is only the average.
      if (least == null && !limits)
        return { title, text: m.common_chart_reading_average({ rate: rateText(average, limits) }) }
      const finding = findingOf(average, then)
      const words = finding ? readings[finding.direction][finding.severity] : m.common_chart_reading
      return {
        title,
        text: words({
          rate: rateText(average, then),
          least: rateText(least ?? average, then),
          greatest: rateText(greatest ?? average, then),
        }),
      }
    },
    [data, step, isLong, zone, limits, earlier],
  )
  return (
    <Chart
      label={label}
      summary={summaryOf(measured, from, to, limits)}
      height={height}
      options={options}
      data={data}
      readingAt={readingAt}
      events={events}
    />
  )
}

function summaryOf(points: readonly CurvePoint[], from: number, to: number, limits: RateLimits | null): string {
  const span = spanOf(points)
  if (!span) return m.common_chart_empty({ span: spanText(to - from) })
  const said = {
    span: spanText(to - from),
    average: rateText(span.mean, limits),
    least: rateText(span.min, limits),
    greatest: rateText(span.max, limits),
  }
  return limits
    ? m.common_chart_summary({ ...said, low: limits.low, high: limits.high })
    : m.common_chart_summary_plain(said)
}

/** Tick distances of a rate axis, breaths per minute. */
export const rateSteps = [5, 10, 20]

/** Limits of a rate axis: the plan's range always in sight, so that two evenings look alike when they are. */
export const rateRange =
  (low: number = defaultPlan.low, high: number = defaultPlan.high) =>
  (_plot: unknown, least: number | null, greatest: number | null): [number, number] => [
    Math.max(0, Math.floor((Math.min(least ?? low, low) - 2) / 5) * 5),
    Math.ceil((Math.max(greatest ?? high, high) + 2) / 5) * 5,
  ]
