import { readReport } from '@eupnea/contract/reports.ts'
import type { RateLimits } from '@eupnea/contract/rules/plan.ts'
import { m } from '@eupnea/texts'
import { useMemo } from 'react'
import { useCall } from '../shared/api.ts'
import type { ChartMark } from '../shared/charts/marks.ts'
import { RespirationChart } from '../shared/charts/respiration-chart.tsx'
import { earlierOf } from '../shared/charts/series.ts'
import { useDevice } from '../shared/live/index.ts'
import { Answer } from '../shared/panel.tsx'
import { Empty } from '../shared/states.tsx'
import { useNow } from '../shared/time.ts'
import { curvePoint, emptySince, unbelievedSince, withMinute } from './minutes.ts'

const minuteMs = 60_000
const spanMs = 120 * minuteMs

const none = { points: [], earlier: [] }

interface LastTwoHoursProps {
  readonly patient_id: string
  /** the current device, which the live minute comes from */
  readonly device_id: string
  readonly zone: string
  readonly limits: RateLimits
  /** what happened */
  readonly marks: readonly ChartMark[]
  /** CSS pixels */
  readonly height: number
}

/**
 * Minute averages of the last two hours, from whichever devices measured them: fetched every minute, and extended as
 * live minutes arrive (RE-7).
 */
export function LastTwoHours({ patient_id, device_id, zone, limits, marks, height }: LastTwoHoursProps) {
  const query = useCall(
    readReport,
    { report: 'rr', patient_id, hours: 2 },
    {
      refetchInterval: minuteMs,
      select: (answer) =>
        'resolution' in answer ? { points: answer.items.map(curvePoint), earlier: earlierOf(answer) } : none,
    },
  )
  const slice = useDevice(device_id)
  const minute = slice?.rr_last_mint
  const at = useNow(minuteMs) + minuteMs
  // Without a minute of breathing there is nothing to draw; an empty bed is why, not a fault.
  const empty = slice ? emptySince(slice) : null
  const isAway = empty !== null && empty <= at - spanMs
  const until = unbelievedSince(slice?.signal)
  const points = useMemo(
    () => withMinute(query.data?.points ?? [], minute, at - spanMs, until),
    [query.data, minute, at, until],
  )
  return (
    <Answer
      query={query}
      label={m.resident_two_hours_loading()}
      zone={zone}
      isEmpty={() => points.every(({ avg }) => avg === null)}
      empty={
        <Empty title={isAway ? m.resident_two_hours_away_title() : m.resident_two_hours_empty_title()}>
          {m.resident_rate_empty()}
        </Empty>
      }
    >
      {({ earlier }) => (
        <RespirationChart
          label={m.resident_two_hours_label()}
          points={points}
          step={minuteMs}
          from={at - spanMs}
          to={at}
          zone={zone}
          height={height}
          limits={limits}
          earlier={earlier}
          marks={marks}
        />
      )}
    </Answer>
  )
}
