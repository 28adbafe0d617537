import { highLimit, lowLimit, rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { useCallback, useMemo, useRef } from 'react'
import { clockText, dayMonthText, spanText } from '../time.ts'
import { Chart, type ChartOptions, type Reading } from './chart.tsx'
import { faint } from './palette.ts'
import { type Colours, edge, line, padding, shadedRange, timeAxis, valueAxis } from './parts.ts'
import { type CurvePoint, curveOf, spanOf } from './series.ts'

interface RespirationChartProps {
  readonly label: string
  readonly points: readonly CurvePoint[]
  /** milliseconds that one point covers */
  readonly step: number
  /** span of the time axis, ms since the epoch */
  readonly from: number
  readonly to: number
  readonly zone: string
  readonly height: number
}

/** Average respiration with the band between its lowest and highest, over the usual range. */
export function RespirationChart({ label, points, step, from, to, zone, height }: RespirationChartProps) {
  const limits = useRef({ from, to })
  limits.current = { from, to }
  // Unlike lines, points aren't clipped at the edges.
  const data = useMemo(
    () =>
      curveOf(
        points.filter(({ at }) => at >= from && at <= to),
        step,
      ),
    [points, step, from, to],
  )
  const options = useCallback(
    (colours: Colours): ChartOptions => ({
      scales: {
        x: { time: false, range: () => [limits.current.from, limits.current.to] },
        y: { range: rateRange },
      },
      axes: [timeAxis(colours, zone), valueAxis(colours, rateSteps)],
      series: [{}, line('Average', () => colours().brand), edge('Lowest'), edge('Highest')],
      bands: [{ series: [3, 2], fill: () => faint(colours().brand, 0.26) }],
      plugins: [shadedRange(colours, lowLimit, highLimit)],
      padding,
    }),
    [zone],
  )
  const isLong = to - from > 24 * 3_600_000
  const readingAt = useCallback(
    (index: number): Reading | null => {
      const [at, average, least, greatest] = data.map((column) => column[index])
      if (at == null || average == null) return null
      const start = `${isLong ? `${dayMonthText(at, zone)}, ` : ''}${clockText(at, zone)}`
      return {
        title: step > 60_000 ? `${start}–${clockText(at + step, zone)}` : start,
        text: m.common_chart_reading({
          rate: rateText(average),
          least: rateText(least ?? average),
          greatest: rateText(greatest ?? average),
        }),
      }
    },
    [data, step, isLong, zone],
  )
  return (
    <Chart
      label={label}
      summary={summaryOf(points, from, to)}
      height={height}
      options={options}
      data={data}
      readingAt={readingAt}
    />
  )
}

function summaryOf(points: readonly CurvePoint[], from: number, to: number): string {
  const span = spanOf(points)
  if (!span) return m.common_chart_empty({ span: spanText(to - from) })
  return m.common_chart_summary({
    span: spanText(to - from),
    average: rateText(span.mean),
    least: rateText(span.min),
    greatest: rateText(span.max),
    low: lowLimit,
    high: highLimit,
  })
}

/** Tick distances of a rate axis, breaths per minute. */
export const rateSteps = [5, 10, 20]

/** Limits of a rate axis: the usual range is always visible, so that two similar evenings look alike. */
export function rateRange(_plot: unknown, least: number | null, greatest: number | null): [number, number] {
  const low = Math.min(least ?? lowLimit, lowLimit)
  const high = Math.max(greatest ?? highLimit, highLimit)
  return [Math.max(0, Math.floor((low - 2) / 5) * 5), Math.ceil((high + 2) / 5) * 5]
}
