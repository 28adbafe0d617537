import { readReport } from '@eupnea/contract/reports.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { rateText } from '@eupnea/contract/rules/severity.ts'
import { m } from '@eupnea/texts'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import { useCall } from '../shared/api.ts'
import { Chart, type Reading } from '../shared/charts/chart.tsx'
import { type Colours, line, outOfRange, padding, shadedRange, timeAxis, valueAxis } from '../shared/charts/parts.ts'
import { rateRange, rateSteps } from '../shared/charts/respiration-chart.tsx'
import { curveOf, outsideRuns } from '../shared/charts/series.ts'
import { liveStore } from '../shared/live/index.ts'
import { Answer } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { clockSecondsText, useNow } from '../shared/time.ts'
import styles from './waveform-panel.module.css'

/** Minutes of single values shown in place of a waveform. */
const traceMs = 10 * 60_000
/** Sensors send a value every second, or only when it changes: this long without one is a gap, ms. */
const holeMs = 20_000

interface RrTraceProps {
  readonly patient_id: string
  readonly device_id: string
  readonly zone: string
  readonly limits: RateLimits
}

/** Each respiration rate of the last minutes as the sensor sent it, fetched once and then added to live. */
export function RrTrace({ patient_id, device_id, zone, limits }: RrTraceProps) {
  // Asked for again every ten minutes, so that a page left open never asks for hours of single values.
  const start = new Date(useNow(traceMs) - traceMs).toISOString()
  const query = useCall(
    readReport,
    { report: 'raw', patient_id, device_id, start, page_size: 10_000 },
    {
      select: (answer) => answer.items.flatMap((item) => ('rr' in item ? [item] : [])),
      placeholderData: (before) => before,
      refetchOnWindowFocus: false,
    },
  )
  const live = useLiveRates(device_id)
  const at = useNow()
  const points = useMemo(() => {
    const values = new Map([...(query.data ?? []).map(({ ts, rr }) => [ts, rr] as const), ...live.current])
    return [...values]
      .filter(([ts]) => ts >= at - traceMs)
      .map(([ts, rr]) => ({ at: ts, avg: rr, min: null, max: null }))
  }, [query.data, live, at])
  return (
    <Answer
      query={query}
      label={m.resident_trace_loading()}
      zone={zone}
      isEmpty={() => points.every(({ avg }) => avg === null)}
      empty={<Empty title={m.resident_waveform_none()}>{m.resident_trace_empty()}</Empty>}
    >
      {() => (
        <>
          <p className={styles.waveformNone}>{m.resident_trace_instead()}</p>
          <Trace points={points} at={at} zone={zone} limits={limits} />
        </>
      )}
    </Answer>
  )
}

/** Rates from live connections, by the instant of their reading; read again on every render. */
function useLiveRates(device_id: string) {
  const rates = useRef(new Map<number, number | null>())
  useEffect(() => {
    const take = () => {
      const slice = liveStore.device(device_id)
      if (slice?.ts == null || slice.status === 0) return
      rates.current.set(slice.ts, slice.rr)
      const oldest = rates.current.keys().next().value
      if (oldest !== undefined && oldest < slice.ts - 2 * traceMs) rates.current.delete(oldest)
    }
    take()
    return liveStore.subscribe(device_id, take)
  }, [device_id])
  return rates
}

type TraceProps = Pick<RrTraceProps, 'zone' | 'limits'> & { readonly points: readonly RatePoint[]; readonly at: number }
type RatePoint = Parameters<typeof curveOf>[0][number]

function Trace({ points, at, zone, limits }: TraceProps) {
  const { low, high } = limits
  const span = useRef({ from: 0, to: 1 })
  span.current = { from: at - traceMs, to: at }
  const data = useMemo(() => curveOf(points, holeMs), [points])
  const runs = useRef<ReturnType<typeof outsideRuns>>([])
  runs.current = useMemo(() => outsideRuns(data[0], data[1], holeMs, () => limits), [data, limits])
  const options = useCallback(
    (colours: Colours) => ({
      scales: {
        x: { time: false, range: (): [number, number] => [span.current.from, span.current.to] },
        y: { range: rateRange(low, high) },
      },
      axes: [timeAxis(colours, zone), valueAxis(colours, rateSteps)],
      series: [{}, line(m.resident_rate(), () => colours().brand)],
      plugins: [shadedRange(colours, low, high), outOfRange(colours, () => runs.current)],
      padding,
    }),
    [zone, low, high],
  )
  const readingAt = useCallback(
    (index: number): Reading | null => {
      const [at, value] = [data[0][index], data[1][index]]
      if (at == null) return null
      const title = clockSecondsText(at, zone)
      if (value == null) return { title, text: m.common_chart_no_value(), isEmpty: true }
      return {
        title,
        text: m.resident_rate_reading({ rate: rateText(value, limits) }),
      }
    },
    [data, zone, limits],
  )
  const newest = points.findLast(({ avg }) => avg !== null)?.avg ?? null
  return (
    <Chart
      label={m.resident_trace_label()}
      summary={m.resident_trace_summary({ rate: rateText(newest, limits), low, high })}
      height={220}
      fill
      options={options}
      data={useMemo(() => [data[0], data[1]], [data])}
      readingAt={readingAt}
    />
  )
}
