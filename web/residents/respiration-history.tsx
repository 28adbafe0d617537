import { readReport } from '@eupnea/contract/reports.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { SegmentedControl } from '@mantine/core'
import '@mantine/core/styles/FloatingIndicator.css'
import '@mantine/core/styles/SegmentedControl.css'
import { useMemo, useState } from 'react'
import { useCall } from '../shared/api.ts'
import type { ChartMark } from '../shared/charts/marks.ts'
import { RespirationChart } from '../shared/charts/respiration-chart.tsx'
import { type EarlierLimits, earlierOf, widened } from '../shared/charts/series.ts'
import { useDevice } from '../shared/live/index.ts'
import { Answer, Panel } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { useNow } from '../shared/time.ts'
import { curvePoint, unbelievedSince } from './minutes.ts'
import styles from './respiration.module.css'
import { RespirationLegend } from './respiration-legend.tsx'

const minuteMs = 60_000
const height = 232

/** Spans on offer, each with a step at which its curve is readable. */
const spans = {
  '24': { hours: 24, step: 10 * minuteMs, note: m.resident_rate_each_ten },
  '72': { hours: 72, step: 30 * minuteMs, note: m.resident_rate_each_thirty },
} as const

const noneEarlier: readonly EarlierLimits[] = []

interface RespirationHistoryProps {
  readonly patient_id: string
  /** the current device */
  readonly device_id: string | null
  readonly zone: string
  readonly limits: RateLimits
  /** what happened */
  readonly marks: readonly ChartMark[]
}

/** Respiration of the last 24 or 72 hours, whichever devices measured it (RE-7). */
export function RespirationHistory({ patient_id, device_id, zone, limits, marks }: RespirationHistoryProps) {
  const [choice, setChoice] = useState<keyof typeof spans>('24')
  const { hours, step, note } = spans[choice]
  const query = useCall(
    readReport,
    { report: 'rr', patient_id, hours },
    {
      refetchInterval: 5 * minuteMs,
      select: (answer) =>
        'resolution' in answer
          ? { points: answer.items.map(curvePoint), earlier: earlierOf(answer), resolution: answer.resolution }
          : null,
    },
  )
  const earlier = query.data?.earlier ?? noneEarlier
  const to = useNow(minuteMs) + minuteMs
  const resolution = query.data?.resolution ?? 'minute'
  const width = resolution === 'hour' ? 60 * minuteMs : step
  const until = unbelievedSince(useDevice(device_id)?.signal)
  const measured = useMemo(() => (query.data?.points ?? []).filter(({ at }) => at < until), [query.data, until])
  const points = useMemo(() => widened(measured, width), [measured, width])
  return (
    <Panel
      title={m.resident_rate()}
      note={resolution === 'hour' ? m.resident_rate_each_hour() : note()}
      span="wide"
      aside={
        <SegmentedControl
          size="xs"
          className={styles.residentSpanChoice}
          aria-label={m.resident_rate_span()}
          data={[
            { value: '24', label: m.common_hours({ count: 24 }) },
            { value: '72', label: m.common_hours({ count: 72 }) },
          ]}
          value={choice}
          onChange={(value) => setChoice(value)}
        />
      }
    >
      <Answer
        query={query}
        label={m.resident_rate_loading({ hours })}
        zone={zone}
        isEmpty={() => points.every(({ avg }) => avg === null)}
        empty={<Empty title={m.resident_rate_empty_title()}>{m.resident_rate_empty()}</Empty>}
      >
        {() => (
          <>
            <RespirationChart
              label={m.resident_rate_label({ hours })}
              points={points}
              measured={measured}
              step={width}
              from={to - hours * 60 * minuteMs}
              to={to}
              zone={zone}
              height={height}
              limits={limits}
              earlier={earlier}
              marks={marks}
            />
            <RespirationLegend limits={limits} earlier={earlier} points={measured} step={resolution} />
          </>
        )}
      </Answer>
    </Panel>
  )
}
